"""What the scripts for Django's blogs share. It runs in the engine's own environment."""
import datetime
import json
import sys

from django.utils.text import slugify


def told():
    with open(sys.argv[1], encoding="utf-8") as file:
        return json.load(file)


def noon(day):
    return datetime.datetime.fromisoformat(day + "T12:00:00+00:00")


class Named:
    """Categories or tags, each made when a post first has it."""

    def __init__(self, kind, letter):
        self.kind, self.letter, self.made = kind, letter, {}

    def __getitem__(self, name):
        if name not in self.made:
            slug = slugify(name) or f"{self.letter}{len(self.made) + 1}"
            self.made[name] = self.kind.objects.create(title=name, slug=slug)
        return self.made[name]

    def slugs(self, most):
        return [one.slug for one in self.made.values()][:most]


def answer(host, urls, own):
    """Asks for the pages, and writes those that there are."""
    from django.test import Client
    client, pages = Client(HTTP_HOST=host, raise_request_exception=False), {}
    for url in [*urls, *own.values()]:
        reply = client.get(url, secure=True)
        if reply.status_code in (301, 302):
            reply = client.get(reply.headers["Location"], secure=True)
        if reply.status_code == 200:
            pages[url] = reply.content.decode()
        else:
            print(url, reply.status_code)
    with open(sys.argv[2], "w", encoding="utf-8") as out:
        json.dump({"pages": pages, "own": own}, out)
