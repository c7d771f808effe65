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
        <Agents {...located} />
      </div>
    )}
  </SiteFrame>
)

/** Whether assistants may read the site. */
function Agents({ site, at }: Located) {
  const isIncluded = site.agentsContext === 'included'
  const change = () =>
    changeSite(
      at,
      { agentsContext: isIncluded ? 'excluded' : 'included' },
      isIncluded ? text.agents.areExcluded : text.agents.areIncluded,
    )
  return (
    <section aria-label={text.agents.title}>
      <h2>{text.agents.title}</h2>
      <p class="soft">{isIncluded ? text.agents.included : text.agents.excluded}</p>
      <button type="button" class="btn" aria-pressed={!isIncluded} onClick={() => void change()}>
        {isIncluded ? text.agents.exclude : text.agents.include}
      </button>
    </section>
  )
}

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
