// Reading the HTML of documentation generators and office programs.
import { describe, expect, test } from 'vitest'
import { serializeMarkdown } from '../../markdown/index.ts'
import { readHtmlPage } from './page.ts'

const URL_OF_PAGE = new URL('https://docs.example.com/guide/start')
const ref = (url: string) => ({ kind: 'url', url })

const read = (html: string, whole = true) => {
  const page = readHtmlPage(html, URL_OF_PAGE, { whole })
  return page.read({ link: ref, file: ref })
}
const markdown = (html: string, whole = true) => serializeMarkdown(read(html, whole).document).trim()

describe('the content of a page', () => {
  test.each<[string, string, string]>([
    [
      'bold and so on',
      '<p><b>a</b> <i>b</i> <code>c</code> <del>d</del> <a href="e">f</a></p>',
      '**a** _b_ `c` ~~d~~ [f](e)',
    ],
    ['white space', '<div>\n  <p>  one\n two </p>\n</div>', 'one two'],
    ['text without a paragraph', 'one<br>two<p>three</p>four', 'one\\\ntwo\n\nthree\n\nfour'],
    ['headings', '<h1>T</h1><h2>A</h2><h3>B</h3><h4>C</h4><h5>D</h5>', '## A\n\n### B\n\n#### C\n\n#### D'],
    ['a mark beside a heading', '<h2>A<a class="headerlink" href="#a">¶</a></h2>', '## A'],
    ['a heading with an anchor of its own', '<h2 id="x1">A</h2>', '## A <a href="#x1" id="x1"></a>'],
    ['a heading with the anchor it has anyway', '<h2 id="the-end">The end</h2>', '## The end'],
    ['lists', '<ol start="3"><li>a</li><li>b<ul><li>c</li></ul></li></ol>', '3. a\n4. b\n   * c'],
    ['tasks', '<ul><li><input type="checkbox" checked> a</li></ul>', '* [x] a'],
    ['code', '<pre><code class="language-js">a\n  b</code></pre>', '```js\na\n  b\n```'],
    [
      'code in a box that names the language',
      '<div class="highlight-python"><div><pre><span>a</span>\n</pre></div></div>',
      '```python\na\n```',
    ],
    [
      'code with line numbers',
      '<table><tr><td class="linenos"><pre>1\n2</pre></td><td><pre data-lang="c">a\nb</pre></td></tr></table>',
      '```c\na\nb\n```',
    ],
    [
      'code in lines',
      '<pre><code><span class="line">a</span><span class="line">b</span></code></pre>',
      '```\na\nb\n```',
    ],
    ['code with a button', '<pre><code>a</code><button>Copy</button></pre>', '```\na\n```'],
    [
      'a hint',
      '<div class="admonition note"><p class="admonition-title">Note</p><p>a</p></div>',
      '{% hint style="info" %}\na\n{% endhint %}',
    ],
    [
      'a hint with a title',
      '<aside class="starlight-aside starlight-aside--danger"><p class="starlight-aside__title">Stop</p><p>a</p></aside>',
      '{% hint style="danger" %}\n**Stop**\n\na\n{% endhint %}',
    ],
    [
      'tabs',
      '<div><ul role="tablist"><li role="tab">A</li><li role="tab">B</li></ul><div role="tabpanel">a</div><div role="tabpanel" hidden>b</div></div>',
      '{% tabs %}\n{% tab title="A" %}\na\n{% endtab %}\n\n{% tab title="B" %}\nb\n{% endtab %}\n{% endtabs %}',
    ],
    [
      'a figure',
      '<figure><img src="a.png" alt="x"><figcaption>Said</figcaption></figure>',
      '<figure><img src="a.png" alt="x"><figcaption><p>Said</p></figcaption></figure>',
    ],
    ['a picture that loads late', '<p>a <img src="data:image/gif;base64,R0" data-src="b.png"></p>', 'a ![](b.png)'],
    [
      'a table',
      '<table><thead><tr><th>A</th></tr></thead><tbody><tr><td>b <b>c</b></td></tr></tbody></table>',
      '| A       |\n| ------- |\n| b **c** |',
    ],
    ['an embed', '<iframe src="//video.example.com/1"></iframe>', '{% embed url="https://video.example.com/1" %}'],
    ['a quote', '<blockquote><p>a</p></blockquote>', '> a'],
    [
      'what is no content',
      '<nav>x</nav><p>a</p><script>b</script><style>c</style><button>d</button><p aria-hidden="true">e</p>',
      'a',
    ],
    ['links that run something', '<a href=" javascript:alert(1)">a</a> <a href="data:text/html,x">b</a>', 'a b'],
  ])('%s', (_what, html, expected) => {
    expect(markdown(html)).toBe(expected)
  })

  test('a table without a header gets a hidden one', () => {
    const [table] = read('<table><tr><td>a</td></tr></table>').document.nodes
    expect((table!.data as { view: object }).view).toMatchObject({ hideHeader: true })
  })

  test('links are resolved against the base of the page', () => {
    expect(markdown('<base href="https://other.example.com/x/"><a href="y">a</a>')).toBe(
      '[a](https://other.example.com/x/y)',
    )
  })
})

describe('where the content of a page is', () => {
  const words = 'Many words stand here. '.repeat(30)

  test.each([
    ['main', `<div>menu</div><main><p>a</p></main>`],
    ['a role', `<div>menu</div><div role="main"><p>a</p></div>`],
    ['one article', `<div>menu</div><article><p>a</p></article>`],
    [
      'a name that generators give',
      `<main><div>menu</div><div class="theme-doc-markdown markdown"><p>a</p></div></main>`,
    ],
  ])('%s', (_what, html) => {
    expect(markdown(html, false)).toBe('a')
  })

  test('is where most of the text is, if nothing marks it', () => {
    const html = `<div id="top">menu</div><div><div><p>${words}</p></div><div>side</div></div>`
    expect(markdown(html, false)).toBe(words.trim())
    expect(markdown(html, true)).toContain('menu')
  })
})

describe('the title of a page', () => {
  test.each<[string, string | undefined, string]>([
    ['<title>Install | Docs</title><h1>Install it</h1><p>a</p>', 'Install it', 'Install'],
    ['<title>Install - Docs</title><p>a</p><h1>Later</h1>', undefined, 'Install'],
    ['<header><h1>In a header</h1></header><p>a</p>', 'In a header', 'start'],
    ['<meta property="og:title" content="Shared"><p>a</p>', undefined, 'Shared'],
  ])('%s', (html, title, fallbackTitle) => {
    const page = readHtmlPage(html, URL_OF_PAGE, { whole: true })
    expect(page.fallbackTitle).toBe(fallbackTitle)
    expect(page.read({ link: ref, file: ref }).title).toBe(title)
  })
})

describe('the navigation of a page', () => {
  test('is the one that links to most of the pages, nested like its lists', () => {
    const html = `<nav><a href="/guide/a">A</a></nav>
      <aside><h3>First</h3><ul><li><a href="a">A</a></li><li><div><span>More</span></div><ul><li><a href="./b#x">B</a></li></ul></li></ul>
      <p>Second</p><ul><li><a href="/elsewhere">No</a></li><li><a href="c">C</a></li></ul></aside><main>x</main>`
    const { navigation } = readHtmlPage(html, URL_OF_PAGE)
    const show = (items: ReturnType<typeof navigation>): unknown[] =>
      items.map(({ title, url, items }) => [title, url?.pathname ?? null, ...show(items)])
    expect(show(navigation(({ pathname }) => pathname.startsWith('/guide/')))).toEqual([
      ['First', null, ['A', '/guide/a'], ['More', null, ['B', '/guide/b']]],
      ['Second', null, ['C', '/guide/c']],
    ])
  })
})
