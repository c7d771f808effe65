// `{% hint style="info" %} … {% endhint %}`

import { block, nonEmpty } from '../model.ts'
import type { NodeFormat } from './contract.ts'
import { attribute, container, unknownAttributes } from './tags.ts'

export const hint: NodeFormat = {
  tags: {
    hint: {
      read: (tag, body) =>
        block(
          'hint',
          {
            style: attribute(tag, 'style') ?? 'info',
            icon: attribute(tag, 'icon'),
            attributes: unknownAttributes(tag, 'style', 'icon'),
          },
          nonEmpty(body),
        ),
    },
  },
  write: {
    hint: (hint, context) =>
      container('hint', { style: hint.data?.style as string, icon: hint.data?.icon as string }, hint, context),
  },
}
