// Inputs that have broken servers: texts, numbers, bodies, parts of URLs and headers.

const words = (text: string) => text.split(' ')

export const TEXTS = [
  '',
  ' ',
  '\0',
  'a\0b',
  '\ud800',
  '\udc00x',
  '\u202eabc',
  '\ufeff',
  '\r\n',
  '\u0130\u0131\u017f\u212a',
  '\u{1f4a5}'.repeat(30),
  '\ufdfa'.repeat(50),
  'x'.repeat(129),
  'x'.repeat(2049),
  'x'.repeat(100_000),
  ...words(`% _ %% \\ " * <script> ../../etc/passwd {{7*7}} '; null undefined NaN Infinity -1 1e309 0x10 true [] {}`),
  ...words('__proto__ constructor toString'),
]

export const NUMBERS = [0, -0, -1, 1.5, 1e21, -1e308, 2 ** 31, 2 ** 53, Number.MIN_VALUE, Number.MAX_SAFE_INTEGER]

const NESTED: unknown[] = [{ a: { b: [{}] } }, { length: 1e9 }, { toString: null }]
export const OTHERS: unknown[] = [null, true, false, [], {}, [[]], [null], ...NESTED]

export const TIMES = words('2999-02-30T00:00:00Z 2999-12-31T23:59:60Z 0000-01-01T00:00:00Z 2999-01-01T00:00:00+23:59')

export const URLS = words(
  'https://x http://[::1]:0/ javascript:alert(1) https://ex\u00e4mple.com/ https://x/%zz HTTP://X',
)

const deep = (levels: number, open: string, close: string) => open.repeat(levels) + close.repeat(levels)
const many = (text: string) => `[${`${text},`.repeat(50_000)}0]`

export const BROKEN_BODIES = [
  '',
  ' ',
  '{',
  '}',
  '{"a":',
  '{"a":1,}',
  "{'a':1}",
  '"',
  '\ufeff{}',
  '{}{}',
  '\0',
  '//',
  '01',
  ...words('null true 0 "text" [] [[[]]] 1e999 {"limit":1e999} undefined NaN'),
  ...words('{"title":"a","title":1} {"__proto__":{"title":1}} {"constructor":{"prototype":{}}}'),
  ...words('{"title":"\\ud800"} {"title":"\\u0000"} {"\\u0000":1}'),
  deep(10_000, '[', ']'),
  deep(10_000, '{"a":', '}'),
  deep(200_000, '[', ''),
  `{"a":${deep(400, '[', ']')}}`,
  `{"title":"${'x'.repeat(1_000_000)}"}`,
  many('"\\u0000"'),
  `{"emails":${many('0')},"members":${many('0')}}`,
]

export const TYPES = ['application/json; charset=utf-16', 'application/json;', 'text/plain', '*/*', '\u00ff', '']
export const KEYS = ['key', 'k'.repeat(256), 'two words', '']
export const SEGMENTS = ['', ...words('% %zz %00 %ff %ed%a0%80 %2f .. %2e%2e . ~ ; %F0%9F%92%A5'), 'x'.repeat(3000)]
export const QUERIES = [
  ...words('%zz=% &&== __proto__=1 page[]=1 limit=%00 page=%ff ? limit=1&limit=1'),
  'x='.padEnd(5000, 'x'),
]

/** Unexpected text encodings. */
export const ENCODINGS: ((text: string) => Buffer)[] = [
  (text) => Buffer.from(text, 'utf16le'),
  (text) => Buffer.from(`\ufeff${text}`, 'utf16le'),
  (text) => Buffer.from(text, 'latin1'),
  (text) => Buffer.from(text.replaceAll('e', '\u00e9'), 'latin1'),
  (text) => Buffer.concat([Buffer.from(text.slice(0, -1)), Buffer.from([0xff, 0xc0, 0x80, 0xed, 0xa0, 0x80])]),
  (text) => Buffer.from(text).subarray(0, -1),
]

const CHUNKED = 'content-type: application/json\r\ntransfer-encoding: chunked\r\n'
const SIZED = 'content-type: application/json\r\ncontent-length:'

/** Malformed continuations of a request: truncated bodies and wrong lengths. */
export const BROKEN_WIRES = [
  '',
  'x',
  '\r\n{"title":"x"}',
  ': \r\n\r\n',
  'a b: c\r\n\r\n',
  'x: \u0000\r\n\r\n',
  `x: ${'y'.repeat(20_000)}\r\n\r\n`,
  ...['zz\r\n{}\r\n0\r\n\r\n', '-1\r\n', '5\r\n{}\r\n0\r\n\r\n', '2\r\n{}', '2\r\n{}0\r\n\r\n', '2\r\n{}\r\n'].map(
    (chunks) => `${CHUNKED}\r\n${chunks}`,
  ),
  ...['ffffffffffffffff\r\n{}\r\n', '2;x=y\r\n{}\r\n0\r\nx: y\r\n\r\n', '0\r\n'].map(
    (chunks) => `${CHUNKED}\r\n${chunks}`,
  ),
  ...[
    '100\r\n\r\n{}',
    '-1\r\n\r\n{}',
    '2x\r\n\r\n{}',
    '99999999999999999999\r\n\r\n{}',
    '1\r\n\r\n{}GET / HTTP/1.1\r\n\r\n',
  ].map((rest) => `${SIZED} ${rest}`),
  `${SIZED} 2\r\ncontent-length: 3\r\n\r\n{}`,
  `${SIZED} 2\r\ntransfer-encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n`,
  `${CHUNKED}transfer-encoding: identity\r\n\r\n{}`,
]
