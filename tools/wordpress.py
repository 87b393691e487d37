#!/usr/bin/env python3
"""Harvests a real WordPress: 120 posts over eight years, in two themes, each with pretty and with
plain permalinks.

    python3 tools/wordpress.py target/release/feedstone [--keep FOLDER] [--only NAME]

Needs PHP, MariaDB and WordPress as Debian packages them (PACKAGES below; installed by `apt-get`
where this runs as root and they are missing). Everything else stands in a folder of its own that is
removed afterwards. The first set-up is also crawled with wget, and harvested from the WARC file
that it writes. Among the posts are some with a password, split over several pages, without a title,
and cut by "more"; wordpress/posts.php makes them and says what is true of each. Exit code 0: every
set-up gave every post once, and nothing else.
"""
import argparse
import collections
import json
import os
import shutil
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from pathlib import Path

HERE = Path(__file__).resolve().parent / "wordpress"
PACKAGES = ["php-cli", "php-mysql", "php-xml", "mariadb-server", "wget", "wordpress",
            "wordpress-theme-twentytwentyone", "wordpress-theme-twentytwentythree"]
PRETTY, PLAIN = "/%year%/%monthnum%/%postname%/", ""
SETUPS = {
    "classic-pretty": ("twentytwentyone", PRETTY),
    "classic-plain": ("twentytwentyone", PLAIN),
    "blocks-pretty": ("twentytwentythree", PRETTY),
    "blocks-plain": ("twentytwentythree", PLAIN),
}
CONFIG = """<?php
define('DB_NAME', 'blog'); define('DB_USER', 'root'); define('DB_PASSWORD', '');
define('DB_HOST', 'localhost:{socket}'); define('DB_CHARSET', 'utf8mb4'); define('DB_COLLATE', '');
define('WP_HTTP_BLOCK_EXTERNAL', true); define('DISABLE_WP_CRON', true);
define('AUTOMATIC_UPDATER_DISABLED', true); define('WP_DEBUG', false);
$table_prefix = 'wp_';
if (!defined('ABSPATH')) define('ABSPATH', __DIR__ . '/');
require_once ABSPATH . 'wp-settings.php';
"""


def installed():
    if not all(map(shutil.which, ("php", "mariadbd", "wget"))):
        return False
    # Without SimpleXML WordPress answers 501 for its sitemap.
    modules = subprocess.run(["php", "-m"], capture_output=True, text=True).stdout
    return "SimpleXML" in modules and Path("/usr/share/wordpress").is_dir()


def install():
    if installed():
        return
    if os.getuid() != 0 or not shutil.which("apt-get"):
        sys.exit("wordpress.py: needs the packages " + " ".join(PACKAGES))
    env = dict(os.environ, DEBIAN_FRONTEND="noninteractive")
    command = ["apt-get", "install", "-y", "-q", "--no-install-recommends", *PACKAGES]
    subprocess.run(["apt-get", "update", "-q"], env=env, stdout=subprocess.DEVNULL)
    subprocess.run(command, env=env, stdout=subprocess.DEVNULL, check=True)


def free_port():
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        return s.getsockname()[1]


def wait_for(what, ready, seconds=60):
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if ready():
            return
        time.sleep(0.2)
    sys.exit(f"wordpress.py: {what} did not start within {seconds} s")


class Blog:
    """MariaDB and PHP's web server in a folder, as long as the block lasts."""

    def __init__(self, folder):
        self.folder = folder
        self.site = folder / "site"
        self.home = f"http://127.0.0.1:{free_port()}"
        self.running = []

    def __enter__(self):
        data, sock = self.folder / "data", self.folder / "db.sock"
        user = subprocess.run(["id", "-un"], capture_output=True, text=True).stdout.strip()
        subprocess.run(["mariadb-install-db", "--no-defaults", f"--datadir={data}",
                        "--skip-test-db",
                        f"--user={user}", "--auth-root-authentication-method=normal"],
                       stdout=subprocess.DEVNULL, check=True)
        self.start("mariadbd", "--no-defaults", f"--datadir={data}", f"--socket={sock}",
                   f"--user={user}", "--skip-networking", "--innodb-flush-log-at-trx-commit=0")
        query = ["mariadb", "--no-defaults", f"--socket={sock}", "-e"]
        wait_for("MariaDB", lambda: subprocess.run(
            [*query, "CREATE DATABASE IF NOT EXISTS blog"], capture_output=True).returncode == 0)
        shutil.copytree("/usr/share/wordpress", self.site,
                        ignore=shutil.ignore_patterns("wp-config.php"))
        (self.site / "wp-config.php").write_text(CONFIG.replace("{socket}", str(sock)))
        self.php("make", self.home)
        self.start("php", "-S", self.home.removeprefix("http://"), "-t", str(self.site),
                   str(HERE / "router.php"))
        wait_for("PHP", lambda: self.answers())
        return self

    def __exit__(self, *_):
        for process in reversed(self.running):
            process.terminate()
            process.wait()

    def start(self, *command):
        log = open(self.folder / (command[0] + ".log"), "ab")
        self.running.append(subprocess.Popen(command, stdout=log, stderr=log))

    def answers(self):
        try:
            urllib.request.urlopen(self.home + "/", timeout=20).read()
            return True
        except OSError:
            return False

    def php(self, *arguments):
        done = subprocess.run(["php", str(HERE / "posts.php"), *arguments], cwd=self.site,
                              env=dict(os.environ, HTTP_HOST=self.home.removeprefix("http://")),
                              capture_output=True, text=True)
        if done.returncode:
            sys.exit("wordpress.py: " + done.stdout + done.stderr)
        return done.stdout


def months(dates):
    return {d[:7] for d in dates if d}


def judge(truth, posts):
    """What is wrong, as a list of sentences."""
    wrong = []
    read = collections.defaultdict(list)
    for post in posts:
        for link in [post["link"], *post.get("aliases", [])]:
            read[link.rstrip("/")].append(post)
    wanted = {t["link"].rstrip("/") for t in truth}
    wrong += [f"is no post: {p['link']}" for p in posts if not wanted & {
        link.rstrip("/") for link in [p["link"], *p.get("aliases", [])]}]
    for t in truth:
        found = read[t["link"].rstrip("/")]
        if len(found) != 1:
            wrong.append(f"{len(found)} times: {t['link']} ({t['kind']})")
            continue
        post = found[0]
        if t["title"] and t["title"] not in (post.get("title") or ""):
            wrong.append(f"title {post.get('title')!r}, not {t['title']!r}")
        # Some themes put a word of their own in the place of a title.
        if t["title"] == "" and post.get("title") not in (None, "Untitled"):
            wrong.append(f"title {post.get('title')!r} of one without: {t['link']}")
        if post.get("date") != t["date"]:
            wrong.append(f"date {post.get('date')}, not {t['date']}: {t['link']} ({t['kind']})")
        text = post.get("body_text") or ""
        shown = sum(s in text for s in t["sentences"])
        want = "none" if t["kind"] == "protected" else "full"
        extent = "none" if post.get("withheld") else post.get("extent")
        if extent != want or (want == "full" and shown != len(t["sentences"])):
            wrong.append(f"extent {extent} with {shown} of {len(t['sentences'])} sentences, "
                         f"not {want}: {t['link']} ({t['kind']})")
    missing = months(t["date"] for t in truth) - months(p.get("date") for p in posts)
    return wrong + [f"month {m} has no post" for m in sorted(missing)]


def crawl(home, folder):
    """The whole site in a WARC file, as wget makes it."""
    name = folder / "crawl"
    # What wget is told not to follow are feeds of comments and pages for programs.
    subprocess.run(["wget", "-q", "-r", "-l", "inf", "-e", "robots=off", "--delete-after",
                    "-P", str(folder), "--reject-regex",
                    "/comments/|wp-json|wp-login|xmlrpc|replytocom|/wp-includes/|/wp-content/",
                    f"--warc-file={name}", "--no-warc-keep-log", home + "/", home + "/feed/"])
    return Path(f"{name}.warc.gz")


def harvest(program, *arguments):
    """The posts of a harvest, each once, and what else came of it."""
    done = subprocess.run([str(program.resolve()), "harvest", *arguments], capture_output=True,
                          text=True)
    lines = map(json.loads, done.stdout.splitlines())
    return list({post["link"]: post for post in lines}.values()), done


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("program", type=Path)
    parser.add_argument("--only", choices=SETUPS, action="append")
    parser.add_argument("--keep", type=Path, help="where outputs and logs stay")
    arguments = parser.parse_args()
    install()
    out = arguments.keep
    if out:
        out.mkdir(parents=True, exist_ok=True)
    faults = 0

    def one(name, truth, *how):
        begun = time.monotonic()
        posts, done = harvest(arguments.program, *how)
        took = time.monotonic() - begun
        wrong = judge(truth, posts)
        print(f"{name}: {len(posts)} posts of {len(truth)}, {len(wrong)} faults, "
              f"exit code {done.returncode}, {took:.0f} s", flush=True)
        for fault in wrong[:20]:
            print("   ", fault)
        if out:
            (out / f"{name}.jsonl").write_text(done.stdout)
            (out / f"{name}.txt").write_text(done.stderr)
            (out / f"{name}.truth.json").write_text(json.dumps(truth, indent=1))
        return len(wrong) + (done.returncode != 0)

    with tempfile.TemporaryDirectory(prefix="wordpress-") as folder, Blog(Path(folder)) as blog:
        for name in arguments.only or SETUPS:
            truth = json.loads(blog.php("arrange", *SETUPS[name]))
            faults += one(name, truth, "--delay", "0", blog.home + "/")
            if name == "classic-pretty":
                archive = crawl(blog.home, Path(folder))
                faults += one("crawled by wget", truth, "--warc", str(archive), blog.home + "/")
        if out:
            for kept in [*Path(folder).glob("*.log"), *Path(folder).glob("*.warc.gz")]:
                shutil.copy(kept, out)
    sys.exit(1 if faults else 0)


if __name__ == "__main__":
    main()
