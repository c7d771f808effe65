// Text that tries to be markup, and what a real HTML parser must not find in what was drawn of it.
import type { Element, Nodes, Root } from 'hast'
import { fromHtml } from 'hast-util-from-html'

export const HOSTILE = [
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  "' onmouseover='alert(1)",
  'javascript:alert(1)',
  ' java\tscript:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  '</p></div></article><style>*{display:none}</style>',
  'x" style="position:fixed',
  'red;background:url(//evil.example)',
  '<!--',
  '-->',
  ']]>',
  '{{alert(1)}}',
  '&lt;b&gt;&#0;&amp;amp;',
  '</textarea></title></svg></math>',
  '<iframe srcdoc="<script>alert(1)</script>">',
  '\0\ud800\u202e\ufeff',
  '__proto__',
  'constructor',
  'x'.repeat(3000),
  '\\color{red}\\href{javascript:alert(1)}{x}\\fcolorbox{red}{blue}{x}',
]

export const elementsOf = (node: Nodes): Element[] =>
  'children' in node
    ? [...(node.type === 'element' ? [node] : []), ...node.children.flatMap((child) => elementsOf(child as Nodes))]
    : []

const ALLOWED = new Set(
  `a annotation b blockquote br button code col colgroup datalist dd details div dl dt em figcaption figure form h2 h3 h4 h5 h6
  footer header hr iframe img input kbd label lectern-tabs lectern-try li math menclose mfrac mi mn mo mover mpadded mphantom
  mroot mrow mspace msqrt mstyle msub msubsup msup mtable mtd mtext mtr munder munderover ol option p path pre s select
  semantics small span strong sub summary sup svg table tbody td textarea th thead time tr ul`.split(/\s+/),
)

const SCHEME =
  /^(https?:|mailto:|tel:|sms:|ftp:|vscode:|slack:|data:image\/|[^a-z]|[a-z][a-z0-9+.-]*([^a-z0-9+.:-]|$))/i

export function faultOf({ tagName, properties }: Element): string | undefined {
  if (!ALLOWED.has(tagName)) return `<${tagName}>`
  for (const [name, value] of Object.entries(properties)) {
    if (/^on|^style$|^srcDoc$|^srcSet$/i.test(name)) return `${tagName} ${name}`
    if (['href', 'src', 'action', 'xLinkHref'].includes(name) && !SCHEME.test(String(value))) return `${name}=${value}`
  }
  const { src, sandbox } = properties
  if (tagName === 'iframe' && (!String(src).startsWith('https://frames.example/') || !sandbox)) return 'a frame'
  return undefined
}

/** The names of elements in the order in which they are written. */
export const written = (text: string): string[] => [...text.matchAll(/<([a-z][a-z0-9-]*)/g)].map(([, name]) => name!)

export const parse = (text: string): Root => fromHtml(text, { fragment: true })
