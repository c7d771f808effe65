// Texts with a unique word in every position and form that Markdown has for words. Each `@` becomes a unique word that
// tests search for afterwards.

import * as fc from 'fast-check'

// Inline content.
const inlines = [
  '@',
  ':rocket: @',
  '$$@$$',
  '*@*',
  '**@ ~~@~~**',
  '`@`',
  '[@](u.md "@")',
  '[@ :rocket: $$@$$](u.md)',
  '![@](u.png "@")',
  '![@ :rocket: $$@$$](u.png)',
  '![@ *@* `@` <b>@</b> [@](@.md "@") ![@](@.png "@")](u.png)',
  '![@[^a] @](u.png)',
  '@[^a]',
  '![@][rf]',
  '[@][rf]',
  '<kbd>@</kbd>',
  '<kbd title="@">@</kbd>',
  '<i class="fa-x">@</i>',
  '<i class="fa-x" title="@">:x:</i>',
  '<span data-tag="emoji" data-code="1f680">@</span>',
  '<span class="math">@ :rocket:</span>',
  '<mark style="color:red;">@ :rocket:</mark>',
  '<a href="u.md" title="@">@</a>',
  '<a href="u.md" class="button" title="@">@ :rocket:</a>',
  '<a href="u.md" class="button">@ :rocket:</a>',
  '<a data-footnote-ref href="#user-content-fn-a">@ :rocket:</a>',
  '<code class="expression">@ :rocket:</code>',
  '<code>@ :rocket: $$@$$</code>',
  '<img src="u.png" alt="@" title="@">',
  '<picture><source srcset="@.png"><img src="u.png" alt="@" title="@"></picture>',
  '<u>@</u>',
  '<u title="@">@</u>',
  '<span style="color:red">@ *@*</span>',
  '<span data-gb-custom-inline data-tag="emoji" data-code="2714">✔️</span>@',
  ':white\\_check\\_mark: @\\_@',
  '<a id="@"></a>@',
  '<a name="@" title="@">@</a>',
  '<a href="u.md" id="@">@</a>',
  '<a data-mention href="https://a.b/s/c">@</a>',
  '<!-- @ -->',
  '\\<@>',
  '&lt;@&gt;',
  '{{ @ }}',
  '{% @ %}',
  '<https://@.org>',
]

// Blocks; `
// ` is a line of inline content.
const places = [
  '¶',
  '# ¶',
  '## ¶',
  '## ¶ <a href="#x" id="x" title="@"></a>',
  '¶\n===',
  '> ¶\n> ¶',
  '* ¶\n  ¶',
  '1. ¶\n\n   ¶',
  '- [x] ¶',
  '| ¶ | ¶ |\n| - | - |\n| ¶ | ¶ |',
  '[^a]: ¶',
  '[rf]: u.md "@"',
  '¶\\\n¶',
  '```js @\n@\n```',
  '{% code title="@" other="@" %}\n```\n@\n```\n{% endcode %}',
  '<pre title="@"><code>@</code></pre>',
  '<pre><code class="lang-js">@ ¶</code></pre>',
  '{% hint style="@" icon="@" %}\n¶\n{% endhint %}',
  '{% hint style="@" style="@" %}\n¶\n{% endhint @ %}',
  '{% tabs %}\n{% tab title="@" %}\n¶\n{% endtab %}\n{% endtabs %}',
  '{% tabs %}\n@\n{% tab title="@" %}\n¶\n{% endtab @ %}\n{% endtabs %}',
  '{% stepper %}\n{% step %}\n¶\n{% endstep %}\n{% endstepper %}',
  '{% columns %}\n{% column width="@" %}\n¶\n{% endcolumn %}\n{% endcolumns %}',
  '{% embed url="@" %}\n¶\n{% endembed %}',
  '{% file src="@" name="@" %}\n¶\n{% endfile %}',
  '{% content-ref url="@.md" %}\n[@ :rocket:](@.md)\n{% endcontent-ref %}',
  '{% if @ %}\n¶\n{% else %}\n¶\n{% endif %}',
  '{% @ @="@" %}\n¶\n{% end@ %}',
  '{% openapi src="@" path="@" method="@" %}\n¶\n{% endopenapi %}',
  '{% api-method method="@" host="@" path="@" other="@" %}\n{% api-method-summary %}\n¶\n{% endapi-method-summary %}\n{% api-method-description %}\n¶\n{% endapi-method-description %}\n{% api-method-spec %}\n{% api-method-request %}\n{% api-method-headers %}\n{% api-method-parameter name="@" type="@" required=true @="@" %}\n¶\n{% endapi-method-parameter %}\n{% api-method-parameter name="@" %}\n{% endapi-method-parameter %}\n{% endapi-method-headers %}\n{% endapi-method-request %}\n@\n{% api-method-response %}\n{% api-method-response-example httpCode=@ %}\n{% api-method-response-example-description %}\n¶\n{% endapi-method-response-example-description %}\n\n```@\n@\n```\n{% endapi-method-response-example %}\n{% endapi-method-response %}\n{% endapi-method-spec %}\n{% endapi-method %}',
  '{% api-method %}\n{% api-method-host %}\n@\n{% endapi-method-host %}\n{% api-method-path %}\n¶\n{% endapi-method-path %}\n{% api-method-parameter name="@" %}\n* ¶\n{% endapi-method-parameter %}\n{% endapi-method %}',
  '{% swagger method="get" path="@" baseUrl="@" summary="@" %}\n{% swagger-description %}\n¶\n{% endswagger-description %}\n{% swagger-parameter in="@" name="@" type="@" required="@" %}\n¶\n{% endswagger-parameter %}\n{% swagger-response status="@" description="@" %}\n¶\n{% endswagger-response %}\n{% endswagger %}',
  '{% swagger src="@" %}\n¶\n{% endswagger %}',
  '{% swagger-parameter name="@" %}\n¶\n{% endswagger-parameter %}',
  '{% api-method-response-example httpCode=@ %}\n¶\n{% api-method %}\n{% endapi-method-response-example %}',
  '{% prompt description="@" %}\n```\n@\n```\n{% endprompt %}',
  '{% updates %}\n{% update date="2024-01-01" tags="@" %}\n¶\n{% endupdate %}\n{% endupdates %}',
  '<details>\n<summary>¶</summary>\n\n¶\n\n</details>',
  '<details title="@">\n\n<summary title="@">¶</summary>\n\n¶\n\n</details>',
  '<figure><img src="u.png" alt="@" title="@"><figcaption>¶</figcaption></figure>',
  '<figure title="@"><img src="u.png" alt="@"><figcaption><p>¶</p><p>¶</p></figcaption></figure>',
  '<div align="center"><figure><img src="u.png" alt="@"></figure></div>',
  '<p align="center">¶</p>',
  '<p title="@">¶</p>',
  '<h2 id="@">¶</h2>',
  '<blockquote title="@"><p>¶</p></blockquote>',
  '<ul><li>¶</li><li><p>¶</p><p>¶</p></li></ul>',
  '<table><thead><tr><th>¶</th></tr></thead><tbody><tr><td>¶</td></tr></tbody></table>',
  '<table data-view="cards"><thead><tr><th>¶</th><th data-hidden data-type="content-ref">@</th></tr></thead><tbody><tr><td><p>¶</p><p>¶</p></td><td><a href="@.md">@</a></td></tr></tbody></table>',
  '<table><thead><tr><th data-type="content-ref">@</th></tr></thead><tbody><tr><td><a href="u.md" title="@">@</a>@</td></tr></tbody></table>',
  '<table><thead><tr><th data-type="number">@</th></tr></thead><tbody><tr><td>@</td></tr></tbody></table>',
  '<table><thead><tr><th>@<select><option value="@" label="@">@</option></select></th></tr></thead><tbody><tr><td title="@"></td></tr></tbody></table>',
  '<table><thead><tr><th>h</th></tr></thead><tbody><tr><td data-markdown>@ <b>@</b></td></tr></tbody></table>',
  '<table title="@"><caption>@</caption><tr><td>¶</td></tr></table>',
  '<div>@</div>',
  '<div class="@">\n\n¶\n\n</div>',
  '<div class="@">\n@ *@*\n\n¶\n\n</div></div>',
  '<center>¶<p>¶</p></center>',
  '<section><div title="@">@</div></section>',
  '<div data-gb-custom-block data-tag="hint" data-style="@" class="hint"><p>¶</p><ul><li>@</li></ul></div>',
  '* @\n\n  <div data-gb-custom-block data-tag="hint" data-style="info" data-other="@"><h3>@</h3><p>¶</p></div>',
  '<div data-gb-custom-block data-tag="tabs">\n\n<div data-gb-custom-block data-tag="tab" data-title="@">\n\n¶\n\n</div>\n\n</div>',
  '<div data-gb-custom-block data-tag="@" data-other="@"><p>¶</p></div>',
  '<div data-gb-custom-block data-tag="embed" data-url="@"><p>¶</p></div>',
  '<div data-gb-custom-block data-tag="content-ref" data-url="@.md">\n\n[@](@.md)\n\n</div>',
  '<div data-with-frame="true"><img src="u.png" alt="@" title="@"></div>',
  '| @ | @ |\n| - | - |\n| <p>@<br>@</p><p>¶</p> | <ul><li>@</li><li><p>@</p></li></ul> |',
  '| @ |\n| - |\n| <div data-gb-custom-block data-tag="hint" data-style="info"><p>@</p></div><pre><code>@</code></pre> |',
  '| @ |\n| - |\n| <p>@ <u>@</u> <x>@ |',
  '<table><thead><tr><th>h</th></tr></thead><tbody><tr><td><pre class="language-js"><code class="lang-js">@\n\n{% @ %}\n\n@\n</code></pre></td></tr></tbody></table>',
  '<table><thead><tr><th>h</th></tr></thead><tbody><tr><td><div class="@"><p>@</p></div></td></tr></tbody></table>',
  '<!-- @ -->',
]

const line = fc.array(fc.constantFrom(...inlines), { minLength: 1, maxLength: 3 }).map((parts) => parts.join(' '))

const place = fc
  .constantFrom(...places)
  .chain((template) =>
    fc
      .array(line, { minLength: template.split('¶').length - 1, maxLength: template.split('¶').length - 1 })
      .map((lines) => lines.reduce((text, each) => text.replace('¶', () => each), template)),
  )

export interface MarkedText {
  markdown: string
  words: string[]
}

export const markedText: fc.Arbitrary<MarkedText> = fc.array(place, { minLength: 1, maxLength: 3 }).map((parts) => {
  const words: string[] = []
  const markdown = parts.join('\n\n').replace(/@/g, () => {
    words.push(`wd${words.length}dw`)
    return words.at(-1) as string
  })
  return { markdown, words }
})
