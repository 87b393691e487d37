"""The tag of webassets, without making a style sheet: its body with a style sheet's address."""
from jinja2 import nodes
from jinja2.ext import Extension


class Assets(Extension):
    tags = {"assets"}

    def parse(self, parser):
        line = next(parser.stream).lineno
        while parser.stream.current.type != "block_end":
            next(parser.stream)
        body = parser.parse_statements(("name:endassets",), drop_needle=True)
        name = nodes.Name("ASSET_URL", "store")
        return nodes.With([name], [nodes.Const("theme/css/main.css")], body).set_lineno(line)
