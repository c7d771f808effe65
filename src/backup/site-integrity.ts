// Integrity checks of published sites; see `integrity.ts`.
import { type RawBuilder, sql } from 'kysely'
import { currentVisibility } from '../access/space-visibility.ts'

export const SITE_CHECKS: RawBuilder<{ sentence: string }>[] = [
  sql`
    select 'The redirect ' || r.id || ' points to a part of another site.' as sentence
    from site_redirects r left join site_spaces ss on ss.id = r.site_space_id
      left join site_sections c on c.id = r.site_section_id
    where coalesce(ss.site_id, c.site_id) <> r.site_id`,

  sql`
    select 'The site ' || s.id || ' shows the space ' || ss.space_id || ', which is deleted or of another organization.'
      as sentence
    from site_spaces ss join sites s on s.id = ss.site_id join spaces on spaces.id = ss.space_id
    where spaces.organization_id <> s.organization_id or spaces.deleted_at is not null`,

  sql`
    select 'The published site ' || s.id || ' shows no space.' as sentence from sites s
    where s.published = 1 and not exists (select 1 from site_spaces ss where ss.site_id = s.id)`,

  sql`
    select 'The site ' || s.id || ' has sections, but not exactly one default section.' as sentence from sites s
    where exists (select 1 from site_sections c where c.site_id = s.id)
      and (select count(*) from site_sections c where c.site_id = s.id and c.is_default = 1) <> 1`,

  sql`
    select 'In the site ' || site_id || case when section = '' then '' else ', section ' || section end ||
      ', there is not exactly one default site space.' as sentence
    from (select site_id, coalesce(section_id, '') as section, is_default from site_spaces) placed
    group by site_id, section having sum(is_default) <> 1`,

  sql`
    select 'The section ' || c.id || ' contains no site space.' as sentence from site_sections c
    where not exists (select 1 from site_spaces ss where ss.section_id = c.id)`,

  sql`
    select 'The site space ' || ss.id || ' is outside the sections of its site.' as sentence from site_spaces ss
    where case when ss.section_id is null
      then exists (select 1 from site_sections c where c.site_id = ss.site_id)
        or exists (select 1 from site_external_links l where l.site_id = ss.site_id)
      else not exists (select 1 from site_sections c where c.id = ss.section_id and c.site_id = ss.site_id) end`,

  sql`
    select 'The section ' || c.id || ' is in a group of another site.' as sentence
    from site_sections c join site_section_groups g on g.id = c.group_id where g.site_id <> c.site_id`,

  sql`
    select 'The link ' || l.id || ' is in a group of another site.' as sentence
    from site_external_links l join site_section_groups g on g.id = l.group_id where g.site_id <> l.site_id`,

  sql`
    select count(*) || ' parts of the site ' || site_id || ' have the same position: ' || position || '.'
      as sentence
    from (
      select site_id, 'section ' || coalesce(section_id, '') as place, position from site_spaces
      union all select site_id, 'group ' || coalesce(group_id, ''), position from site_sections
      union all select site_id, 'group ', position from site_section_groups
      union all select site_id, 'group ' || coalesce(group_id, ''), position from site_external_links
    ) placed
    group by site_id, place, position having count(*) > 1`,

  sql`
    select 'The site ' || s.id || ' both has an address and claims another of the same kind.' as sentence from sites s
    where (s.hostname is not null and s.claimed_hostname is not null)
      or (s.proxy is not null and s.claimed_proxy is not null)`,

  sql`
    select 'The site ' || s.id || ' has no sign-in settings.' as sentence from sites s
    where not exists (select 1 from site_auth a where a.site_id = s.id)`,

  sql`
    select 'The space ' || spaces.id || ' has the stored visibility ' || spaces.visibility || ', but it is ' ||
      ${currentVisibility} || '.' as sentence
    from spaces where spaces.visibility <> ${currentVisibility}`,

  sql`
    select 'The default content of the organization ' || o.id || ' is a site of another.' as sentence
    from organizations o join sites s on s.id = o.default_site_id where s.organization_id <> o.id`,
]
