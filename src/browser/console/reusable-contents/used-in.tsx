import type { Content } from '../space/content.ts'
import { UsedIn } from '../spaces/used-in.tsx'

interface Props {
  content: Content
  id: string
  about?: string
}

/** Where a reusable content is used, on main or in a draft. */
export const ReusableUsedIn = ({ content: { space, changeRequest }, id, ...rest }: Props) =>
  changeRequest ? (
    <UsedIn
      list="GET /spaces/:spaceId/change-requests/:changeRequestId/content/reusable-contents/:reusableContentId/backlinks"
      of={{ spaceId: space, changeRequestId: changeRequest, reusableContentId: id }}
      {...rest}
    />
  ) : (
    <UsedIn
      list="GET /spaces/:spaceId/content/reusable-contents/:reusableContentId/backlinks"
      of={{ spaceId: space, reusableContentId: id }}
      {...rest}
    />
  )
