"""Lektor's quickstart without its questions: TITLE FOLDER. Runs in Lektor's own environment."""
import os
import sys

import jinja2
import lektor

title, folder = sys.argv[1:]
source = os.path.join(os.path.dirname(lektor.__file__), "quickstart-templates", "project")
env = jinja2.Environment(
    loader=jinja2.FileSystemLoader(source), line_statement_prefix="%%", line_comment_prefix="##",
    variable_start_string="${", variable_end_string="}", block_start_string="<%",
    block_end_string="%>", comment_start_string="/**", comment_end_string="**/",
    keep_trailing_newline=True)
for where, _, names in os.walk(source):
    for name in names:
        path = os.path.relpath(os.path.join(where, name), source)
        text = env.get_template(path).render(
            project_name=title, project_slug="site", project_path=folder, with_blog=True,
            this_year=2024, today="2024-03-01")
        out = os.path.join(folder, path.replace("@project_name@", "site").removesuffix(".in"))
        os.makedirs(os.path.dirname(out), exist_ok=True)
        with open(out, "w", encoding="utf-8") as file:
            file.write(text)
