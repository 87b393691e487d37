"""Gatsby, in a theme for minimal blogs."""
import json
import os

from blog import AUTHOR, front, head_of, markdown
from truth import built

BLOGS = {"minimal-blog": "ad"}
NPM = ["gatsby@5", "react@18", "react-dom@18", "@lekoarts/gatsby-theme-minimal-blog@6",
       "gatsby-plugin-feed@5", "ajv@8"]
PACKAGE = {"overrides": {"sharp": "0.33.5"}}
CONFIG = """const { title, url, lang, dates } = %s
const feed = {
  query: `{ allPost(sort: {date: DESC}, limit: 10) {
    nodes { title date(formatString: "MMMM D, YYYY") excerpt slug } } }`,
  serialize: ({ query: { allPost } }) => allPost.nodes.map(post => ({
    title: post.title, date: post.date, excerpt: post.excerpt, url: url + post.slug,
    guid: url + post.slug, custom_elements: [{ 'content:encoded': `<p>${post.excerpt}</p>` }]
  })),
  output: 'rss.xml', title
}
export default {
  trailingSlash: 'always',
  siteMetadata: {
    siteTitle: title, siteTitleAlt: title, siteHeadline: title, siteUrl: url, siteLanguage: lang,
    siteDescription: 'Notes', author: '%s'
  },
  plugins: [
    { resolve: '@lekoarts/gatsby-theme-minimal-blog', options: {
      formatString: dates, navigation: [{ title: 'Blog', slug: '/blog' }], externalLinks: [] } },
    { resolve: 'gatsby-plugin-feed', options: {
      query: `{ site { siteMetadata { title: siteTitle description: siteDescription
        siteUrl site_url: siteUrl } } }`,
      feeds: [feed] } }
  ]
}
"""


def build(blog):
    blog.in_package("content", "public", ".cache")
    told = {"title": blog.title, "url": blog.address, "lang": blog.lang,
            "dates": blog.setup["dates"]}
    blog.save("gatsby-config.mjs", CONFIG % (json.dumps(told), AUTHOR))
    for post in blog.posts:
        head = head_of(post, slug="/" + post["slug"], date=str(post["day"]))
        head = {key: head[key] for key in head if key not in ("author", "categories")}
        blog.save(f"content/posts/{post['slug']}/index.mdx", front(head) + markdown(post, ""))
    blog.save("content/pages/about/index.mdx", front({"title": "About", "slug": "/about"}) + "Me.")
    # The theme looks for a site's own parts in this folder.
    os.makedirs(blog.site + "/src/@lekoarts", exist_ok=True)
    blog.run("node", "node_modules/gatsby/cli.js", "build", timeout=600,
             GATSBY_TELEMETRY_DISABLED="1")
    return built(blog.site + "/public", "rss.xml", blog.own(lambda post: post["slug"] + "/"),
                 [("blog/", 1), ("tags/[^/]+/", 3)])
