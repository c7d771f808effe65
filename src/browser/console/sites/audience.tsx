// Who may read a site, and how they get in.
import { textIn } from '../../ui/form-dialog.tsx'
import { words } from '../../words.ts'
import { siteWords } from '../../words-sites.ts'
import { Adaptive } from './adaptive.tsx'
import { changeSite } from './changing.ts'
import { AudienceField } from './new-site.tsx'
import { ShareLinks } from './share-links.tsx'
import { type Located, SiteFrame, type SiteJson } from './site-frame.tsx'
import { VisitorSignIn } from './visitor-sign-in.tsx'

const text = siteWords.audience

export const Audience = ({ siteId }: { siteId: string }) => (
  <SiteFrame siteId={siteId} place="audience">
    {(located) => (
      <div class="settings-parts">
        <Visibility {...located} />
        {located.site.visibility === 'share-link' && <ShareLinks {...located} />}
        {(located.site.visibility === 'visitor-auth' || located.site.adaptiveContent.enabled) && (
          <VisitorSignIn {...located} />
        )}
        <Adaptive {...located} />
      </div>
    )}
  </SiteFrame>
)

function Visibility({ site, at }: Located) {
  const submitted = (event: SubmitEvent) => {
    event.preventDefault()
    const chosen = textIn(new FormData(event.currentTarget as HTMLFormElement), 'visibility')
    void changeSite(at, { visibility: chosen as SiteJson['visibility'] }, text.saved)
  }
  return (
    <section aria-label={text.title}>
      <h2>{text.title}</h2>
      <form onSubmit={submitted}>
        <AudienceField key={site.visibility} value={site.visibility} isTitled />
        <button type="submit" class="btn main">
          {words.save}
        </button>
      </form>
    </section>
  )
}
