import { describe, expect, test } from 'vitest'
import { attributes, element, Html, html, join, type Value } from './template.ts'
import { anchorUrl, frameUrl, linkUrl, pictureUrl } from './url.ts'

const url = linkUrl('https://a.example/?b&c')!

/** A template from its pieces, for those that the compiler of a template must refuse. */
const made = (strings: string[], ...values: unknown[]): string =>
  html(Object.assign(strings, { raw: strings }) as unknown as TemplateStringsArray, ...(values as Value[])).text

describe('a template', () => {
  test('escapes text, keeps HTML, and leaves out what is not there', () => {
    const inner = html`<b title="${'"x" & \'y\''}">${'<script>'}</b>`
    expect(html`<p>${inner}${undefined}${false}${null}${0}${[inner, inner]}</p>`.text).toBe(
      `<p>${inner}0${inner}${inner}</p>`,
    )
    expect(inner.text).toBe('<b title="&quot;x&quot; &amp; &#39;y&#39;">&lt;script&gt;</b>')
    expect(join([inner, inner]).text).toBe(inner.text + inner.text)
    expect(inner).toBeInstanceOf(Html)
  })

  test('takes an address only from url.ts, alone in its attribute', () => {
    expect(html`<a href="${url}">x</a>`.text).toBe('<a href="https://a.example/?b&amp;c">x</a>')
    expect(() => made(['<a href="', '">x</a>'], 'javascript:alert(1)')).toThrow(TypeError)
    expect(() => made(['<a href="', '', '">x</a>'], url, url)).toThrow(TypeError)
    expect(() => made(['<a href="x', '">x</a>'], url)).toThrow(TypeError)
    expect(() => made(['<form action="', '"></form>'], 'https://a.example')).toThrow(TypeError)
  })

  test.each([
    [['<p ', '>'], 'id="x"'],
    [['<p id=', '>'], 'x'],
    [['<', '>x'], 'p'],
    [["<p id='", "'>"], 'x'],
    [['<p style="', '">'], 'color: red'],
    [['<p onclick="', '">'], 'x()'],
    [['<script>', '</script>'], 'x()'],
    [['<style>', '</style>'], 'x'],
    [['<!-- ', ' -->'], 'x'],
    [['a < ', ''], 'x'],
    [['<p title="', '">'], html`<b>x</b>`],
    [['<p>', '</p>'], attributes({ id: 'x' })],
  ])('refuses a value in %j', (strings, value) => {
    expect(() => made(strings, value)).toThrow(TypeError)
  })
})

describe('attributes', () => {
  test('are escaped; those that are not set are left out', () => {
    const own = attributes({
      id: '"',
      class: ['a', false, undefined, 'b'],
      open: true,
      hidden: false,
      title: undefined,
    })
    expect(html`<p${own}></p>`.text).toBe('<p id="&quot;" class="a b" open></p>')
    expect(html`<p${attributes({ class: [undefined] })}></p>`.text).toBe('<p></p>')
    expect(html`<a${attributes({ href: url })}></a>`.text).toBe('<a href="https://a.example/?b&amp;c"></a>')
  })

  test.each([
    { onclick: 'x' },
    { style: 'x' },
    { srcdoc: 'x' },
    { 'a b': 'x' },
    { 'a"': 'x' },
    { href: 'x' },
    { src: 'x' },
  ])('refuse %j', (values) => {
    expect(() => attributes(values as unknown as Parameters<typeof attributes>[0])).toThrow(TypeError)
  })

  test('an element with a name from data is never one that runs or loads', () => {
    expect(element('h2', attributes({ id: 'a' }), html`x`).text).toBe('<h2 id="a">x</h2>')
    for (const name of ['script', 'iframe', 'style', 'x y', 'svg:script', ''])
      expect(() => element(name, attributes({}), html`x`)).toThrow(TypeError)
  })
})

describe('addresses', () => {
  test.each([
    'javascript:alert(1)',
    ' javascript:alert(1)',
    'java\nscript:alert(1)',
    '\u0001javascript:alert(1)',
    'JAVASCRIPT:alert(1)',
    'data:text/html,<script>alert(1)</script>',
    'vbscript:x',
    'blob:https://a.example/x',
    'file:///etc/passwd',
    'about:blank',
    '',
    '   ',
  ])('%j is no link', (text) => {
    expect(linkUrl(text)).toBeUndefined()
    expect(frameUrl(text)).toBeUndefined()
  })

  test.each([
    'https://a.example',
    'HTTP://a.example',
    'mailto:a@b.example',
    'tel:+1',
    '/a',
    'a/b.md',
    '#x',
    '?q',
    '//a.example/x',
  ])('%j is a link', (text) => {
    expect(linkUrl(text)?.text).toBe(text)
  })

  test('a picture may be in its address; a frame is on another origin', () => {
    expect(pictureUrl('data:image/png;base64,AAAA')?.text).toBe('data:image/png;base64,AAAA')
    expect(pictureUrl('data:text/html,x')).toBeUndefined()
    expect(pictureUrl('mailto:a@b.example')).toBeUndefined()
    expect(frameUrl('https://a.example/x')?.text).toBe('https://a.example/x')
    expect(frameUrl('http://a.example/x')).toBeUndefined()
    expect(frameUrl('/x')).toBeUndefined()
    expect(anchorUrl('"x y"').text).toBe('#%22x%20y%22')
  })
})
