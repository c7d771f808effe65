// Text near the border of what is read without the tokenizer. Only tests import this.

import * as fc from 'fast-check'

const word = fc.constantFrom(
  'word',
  'a',
  'x1',
  'Zoo',
  'é',
  '中文',
  '12',
  '1.',
  '1)',
  'snake_case',
  'C#',
  '3.5',
  'x:y:z',
)
const mark = fc.constantFrom(
  ...[
    '**',
    '*',
    '_',
    '__',
    '***',
    '`',
    '``',
    '[',
    ']',
    '(',
    ')',
    '](a.md)',
    '[l](b.md)',
    '![i](c.png "t")',
    '<b>',
    '</b>',
  ],
  ...[
    '<br>',
    '<a href="#x" id="x">',
    ':rocket:',
    ':nope:',
    '&',
    '&amp;',
    '&x',
    '\\',
    '\\*',
    '\\\n',
    '$',
    '$$',
    '~',
    '~~',
    '~~s~~',
    '$$m$$',
    '!',
    '"',
  ],
  ...[
    '<',
    '>',
    '#',
    '|',
    '-',
    '+',
    '=',
    '{',
    '%}',
    '^',
    ':',
    ',',
    '.',
    ' ',
    '  ',
    '\n',
    '[^1]',
    '[rf]',
    '`c`',
    '**b**',
    '_i_',
  ],
)
const space = fc.constantFrom(' ', ' ', ' ', '', '\n')
const inline = fc
  .array(fc.tuple(fc.oneof({ weight: 5, arbitrary: word }, { weight: 3, arbitrary: mark }), space), {
    minLength: 1,
    maxLength: 8,
  })
  .map((parts) => parts.flat().join(''))

const start = fc.constantFrom(
  ...[
    '',
    '',
    '',
    '',
    '# ',
    '## ',
    '###### ',
    '#',
    '* ',
    '* ',
    '- ',
    '+ ',
    '1. ',
    '2. ',
    '10) ',
    '  * ',
    '   1. ',
    '  ',
    '    ',
  ],
  ...[
    '* [ ] ',
    '* [x] ',
    '- [X]',
    '> ',
    '> ',
    '>',
    '| ',
    '|',
    '\t',
    '{% hint %}',
    '{% endhint %}\n',
    '<p>',
    '<div>\n',
    '</div>',
  ],
  ...[
    '```\n',
    '```js title\n',
    '~~~\n',
    '---\n',
    '***',
    '$$\n',
    '$$\nx\n$$\n',
    '<kbd>',
    '<a href="b">',
    '[rf]: /url ',
    '[^1]: ',
    '<!-- ',
    '<details>\n',
    '| a | b |\n| - | -: |\n| ',
  ],
)
const end = fc.constantFrom(
  '\n',
  '\n',
  '\n\n',
  '\n\n',
  '\n\n',
  ' |\n',
  ' | c |\n',
  '\n```\n',
  '\n$$\n',
  '</kbd>\n',
  ' \n',
  '  \n',
  '\\\n',
  '',
  '\n{% endhint %}\n',
)

export const almostPlain = fc
  .array(fc.tuple(start, inline, end), { minLength: 1, maxLength: 8 })
  .map((parts) => parts.flat().join(''))

const change = fc.record({ at: fc.nat(), remove: fc.nat(2), insert: fc.oneof(mark, fc.constantFrom('', '', '\n\n')) })

export const mutated = (text: fc.Arbitrary<string>) =>
  fc.tuple(text, fc.array(change, { maxLength: 3 })).map(([source, changes]) =>
    changes.reduce((result, { at, remove, insert }) => {
      const from = at % (result.length + 1)
      return result.slice(0, from) + insert + result.slice(from + remove)
    }, source),
  )
