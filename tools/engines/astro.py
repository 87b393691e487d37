"""Astro, in Vitesse."""
import json

from blog import front, head_of, markdown
from truth import built

BLOGS = {"vitesse": "de"}
NPM = ["astro@5", "astro-vitesse", "@astrojs/rss", "unocss@0.63", "@unocss/reset@0.63"]
PACKAGE = {"type": "module"}
CONFIG = """import { defineConfig } from 'astro/config'
import vitesse from 'astro-vitesse'
const { site, ...theme } = %s
export default defineConfig({ site, trailingSlash: 'always', integrations: [vitesse(theme)] })
"""
CONTENT = """import { defineCollection } from 'astro:content'
import { pagesLoader } from 'astro-vitesse/loaders'
import { pagesSchema } from 'astro-vitesse/schema'
export const collections = {
  pages: defineCollection({ loader: pagesLoader(), schema: pagesSchema() })
}
"""
LIST = """import ListPosts from 'astro-vitesse/components/ListPosts.astro'

<ListPosts />
"""
FEED = """import rss from '@astrojs/rss'
import { getCollection } from 'astro:content'
export async function GET(context) {
  const pages = await getCollection('pages')
  const posts = pages.filter(page => page.id.startsWith('posts/') && page.data.date)
  const newest = posts.sort((a, b) => b.data.date < a.data.date ? -1 : 1).slice(0, 10)
  return rss({
    title: %s, description: 'Notes', site: context.site,
    items: newest.map(post => ({
      title: post.data.title, description: post.data.description,
      pubDate: new Date(post.data.date), link: `/${post.id}/`
    }))
  })
}
"""
LOGO = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9"/></svg>'


def build(blog):
    blog.in_package("src", "dist", ".astro")
    blog.save("astro.config.mjs", CONFIG % json.dumps({
        "site": blog.address + "/", "title": blog.title, "description": "Notes",
        "logo": {"src": "./src/logo.svg"}, "navBar": [{"label": "Posts", "link": "/posts/"}]}))
    blog.save("src/logo.svg", LOGO)
    blog.save("src/content.config.ts", CONTENT)
    blog.save("src/content/pages/index.mdx", front({"title": "Blog"}) + LIST)
    blog.save("src/content/pages/posts/index.mdx", front({"title": "Blog", "display": ""}) + LIST)
    blog.save("src/pages/rss.xml.js", FEED % json.dumps(blog.title))
    for post in blog.posts:
        head = head_of(post, date=f'"{post["day"]}T12:00:00.000Z"')
        head = {key: head[key] for key in head if key not in ("author", "categories")}
        blog.save(f"src/content/pages/posts/{post['slug']}.md", front(head) + markdown(post, ""))
    blog.run("node", "node_modules/astro/astro.js", "build", ASTRO_TELEMETRY_DISABLED="1")
    return built(blog.site + "/dist", "rss.xml", blog.own(lambda post: f"posts/{post['slug']}/"),
                 [("posts/", 1)])
