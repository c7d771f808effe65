// The head of a page for programs: canonical address, languages, feeds, scripts of integrations, previews of links,
// structured data.
import { attributes, type Html, html, jsonLd, linkUrl } from '../../render/html/index.ts'
import type { PageModel } from '../model/page.ts'
import type { PageScript } from '../model/page-scripts.ts'

export function drawMeta(model: PageModel): Html {
  const { page, meta, actions } = model
  const { markdown } = actions
  const { description } = page
  return html`${description ? html`<meta name="description" content="${description}">\n` : undefined}<link rel="canonical" href="${linkUrl(meta.canonical)}">
${meta.alternates.map(({ language, href }) => html`<link rel="alternate" hreflang="${language}" href="${linkUrl(href)}">\n`)}${markdown ? html`<link rel="alternate" type="text/markdown" href="${linkUrl(markdown)}">\n` : undefined}${drawFeeds(model)}${(model.scripts ?? []).map(drawScript)}${page.isIndexed ? undefined : html`<meta name="robots" content="noindex">\n`}${drawPreview(model)}${page.isIndexed ? html`${structuredData(model)}\n` : undefined}`
}

const drawScript = ({ src, setsCookies }: PageScript): Html => {
  const own = attributes({ name: 'lectern-script', content: src, 'data-cookies': setsCookies ? '' : undefined })
  return html`<meta${own}>\n`
}

function drawFeeds({ meta: { feeds }, page }: PageModel): Html | undefined {
  if (!feeds) return undefined
  return html`<link rel="alternate" type="application/rss+xml" title="${page.title}" href="${linkUrl(feeds.rss)}">
<link rel="alternate" type="application/atom+xml" title="${page.title}" href="${linkUrl(feeds.atom)}">
`
}

const property = (name: string, content: string | undefined): Html | undefined =>
  content ? html`<meta property="${name}" content="${content}">\n` : undefined

/** OpenGraph, and what differs from it on X. */
function drawPreview({ page, meta, title, language }: PageModel): Html {
  const card = meta.image ? 'summary_large_image' : 'summary'
  return html`${property('og:type', 'article')}${property('og:site_name', title)}${property('og:title', page.title)}${property('og:description', page.description)}${property('og:url', meta.canonical)}${property('og:locale', language.replace('-', '_'))}${drawImage(meta.image)}${property('article:modified_time', page.updatedAt)}<meta name="twitter:card" content="${card}">
`
}

function drawImage(image: PageModel['meta']['image']): Html | undefined {
  if (!image) return undefined
  const { href, size } = image
  return html`${property('og:image', href)}${size && html`${property('og:image:width', String(size.width))}${property('og:image:height', String(size.height))}`}`
}

function structuredData({ page, meta, crumbs, title, home, language }: PageModel): Html {
  const steps = [
    { title, href: home },
    ...crumbs.flatMap(({ title: name, href }) => (href === undefined ? [] : [{ title: name, href }])),
    { title: page.title, href: meta.own },
  ]
  // The first page of a site is at its address.
  const trail = steps.filter(({ href }, at) => at === steps.length - 1 || href !== meta.own)
  const website = { '@type': 'WebSite', name: title, url: home }
  return jsonLd({
    '@context': 'https://schema.org',
    '@graph': [
      {
        '@type': 'TechArticle',
        headline: page.title,
        description: page.description,
        url: meta.canonical,
        mainEntityOfPage: meta.canonical,
        inLanguage: language,
        datePublished: meta.createdAt,
        dateModified: page.updatedAt,
        image: meta.image?.href,
        isPartOf: website,
        publisher: { '@type': 'Organization', name: title, url: home },
      },
      {
        '@type': 'BreadcrumbList',
        itemListElement: trail.map(({ title: name, href }, at) => ({
          '@type': 'ListItem',
          position: at + 1,
          name,
          item: href,
        })),
      },
    ],
  })
}
