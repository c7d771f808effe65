// A page with one sentence, for sites that cannot be shown.
import { type Html, html, linkUrl } from '../../render/html/index.ts'

export interface Notice {
  language: string
  title: string
  text: string
  /** For whoever runs the site; in English. */
  detail?: string | undefined
  /** Where to go on. */
  link?: { title: string; href: string } | undefined
}

export const drawNotice = (
  { language, title, text, detail, link }: Notice,
  styles: string,
): Html => html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>${title}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${linkUrl(styles)}">
</head>
<body>
<main class="wrap"><article class="prose notice"><h1>${title}</h1><p class="lead">${text}</p>${detail && html`<p lang="en">${detail}</p>`}${link && html`<p><a class="btn l" href="${linkUrl(link.href)}">${link.title}</a></p>`}</article></main>
</body>
</html>
`
