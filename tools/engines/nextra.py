"""Nextra, in its theme for blogs: the list, tags and feed that a site has to bring itself."""
import json

from blog import AUTHOR, front, head_of, markdown
from truth import built

BLOGS = {"blog": "acb"}
NPM = ["next@15", "nextra@4", "nextra-theme-blog@4", "react@19", "react-dom@19", "typescript@5",
       "pagefind"]
PACKAGE = {"type": "module"}
FILES = {
    "next.config.mjs": """import nextra from 'nextra'
const withNextra = nextra({ readingTime: true, search: false, defaultShowCopyCode: false })
export default withNextra({
  output: 'export', images: { unoptimized: true }, eslint: { ignoreDuringBuilds: true }
})
""",
    "mdx-components.js": """import { useMDXComponents as ofTheme } from 'nextra-theme-blog'
const day = date => date.toLocaleDateString('en',
  { day: 'numeric', month: 'long', year: 'numeric' })
const parts = ofTheme({ DateFormatter: ({ date }) => `Last updated at ${day(date)}` })
export const useMDXComponents = components => ({ ...parts, ...components })
""",
    "app/layout.jsx": """import { Footer, Layout, Navbar, ThemeSwitch } from 'nextra-theme-blog'
import { Head } from 'nextra/components'
import { getPageMap } from 'nextra/page-map'
const { title, lang, author } = TOLD
export const metadata = {
  title, alternates: { types: { 'application/rss+xml': '/rss.xml' } }
}
export default async function Root({ children }) {
  return (
    <html lang={lang} suppressHydrationWarning>
      <Head backgroundColor={{ dark: '#0f172a', light: '#fefce8' }} />
      <body>
        <Layout>
          <Navbar pageMap={await getPageMap()}><ThemeSwitch /></Navbar>
          {children}
          <Footer>{new Date().getFullYear()} © {author}.</Footer>
        </Layout>
      </body>
    </html>
  )
}
""",
    "app/_meta.global.js": "export default { index: { type: 'page' }, posts: { type: 'page' } }\n",
    "app/posts/all.js": """import { normalizePages } from 'nextra/normalize-pages'
import { getPageMap } from 'nextra/page-map'
const when = post => new Date(post.frontMatter.date)
export async function allPosts() {
  const { directories } = normalizePages({ list: await getPageMap('/posts'), route: '/posts' })
  return directories.filter(post => post.name !== 'index').sort((a, b) => when(b) - when(a))
}
export const tagsOf = post => post.frontMatter.tags ?? []
""",
    "app/page.jsx": """import Link from 'next/link'
import { PostCard } from 'nextra-theme-blog'
import { allPosts, tagsOf } from './posts/all'
export default async function Posts() {
  const posts = await allPosts(), counts = {}
  for (const tag of posts.flatMap(tagsOf)) counts[tag] = (counts[tag] ?? 0) + 1
  return (
    <div data-pagefind-ignore="all">
      <h1>Posts</h1>
      <div className="not-prose" style={{ display: 'flex', flexWrap: 'wrap', gap: '.5rem' }}>
        {Object.entries(counts).map(([tag, count]) => (
          <Link key={tag} href={`/tags/${tag}`} className="nextra-tag">{tag} ({count})</Link>
        ))}
      </div>
      {posts.map(post => <PostCard key={post.route} post={post} />)}
    </div>
  )
}
""",
    "app/tags/[tag]/page.jsx": """import { PostCard } from 'nextra-theme-blog'
import { allPosts, tagsOf } from '../../posts/all'
export async function generateStaticParams() {
  return [...new Set((await allPosts()).flatMap(tagsOf))].map(tag => ({ tag }))
}
export default async function Tagged({ params }) {
  const tag = decodeURIComponent((await params).tag)
  const posts = (await allPosts()).filter(post => tagsOf(post).includes(tag))
  return (
    <>
      <h1>{`Posts Tagged with “${tag}”`}</h1>
      {posts.map(post => <PostCard key={post.route} post={post} />)}
    </>
  )
}
""",
    "app/rss.xml/route.js": """import { allPosts } from '../posts/all'
export const dynamic = 'force-static'
const url = URL
const item = ({ route, title, frontMatter }) => `<item><title>${title}</title>
<description>${frontMatter.description ?? ''}</description><link>${url}${route}</link>
<pubDate>${new Date(frontMatter.date).toUTCString()}</pubDate></item>`
export async function GET() {
  const items = (await allPosts()).map(item).join('\\n')
  return new Response(`<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0"><channel><title>Notes</title><link>${url}</link>
<description>Notes</description>
${items}
</channel></rss>`, { headers: { 'Content-Type': 'application/rss+xml' } })
}
""",
}


def build(blog):
    blog.in_package("app", "out", ".next")
    told = {"title": blog.title, "lang": blog.lang, "author": AUTHOR}
    for path, text in FILES.items():
        blog.save(path, text.replace("TOLD", json.dumps(told, ensure_ascii=False))
                  .replace("= URL\n", f"= {json.dumps(blog.address)}\n"))
    for post in blog.posts:
        head = head_of(post, date=str(post["day"]).replace("-", "/"))
        head.pop("categories", None)
        blog.save(f"app/posts/(with-posts)/{post['slug']}/page.mdx",
                  front(head) + markdown(post, ""))
    blog.run("node", "node_modules/next/dist/bin/next", "build", timeout=600,
             NEXT_TELEMETRY_DISABLED="1")
    out = built(blog.site + "/out", "rss.xml", blog.own(lambda post: "posts/" + post["slug"]),
                [("tags/[^/]+", 3)])
    out["pages"] = {path.removesuffix(".html"): page for path, page in out["pages"].items()}
    return out
