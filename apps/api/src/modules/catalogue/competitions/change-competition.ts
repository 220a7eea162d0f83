import { sql } from 'kysely'
import { inTransaction, type DbOrTx } from '#api/db/transaction.ts'
import { invalidInput } from '#api/shared/app-error.ts'
import { parseColumns } from '../manage/parse-columns.ts'
import { recordChange, type ManageContext } from '../manage/record-change.ts'
import { competitionFields, toCompetitionRow, type CompetitionText } from './parse-competitions.ts'
import { writeCompetition } from './write-competitions.ts'

/** Every competition as the columns of an import file, in the order of the menu. */
export async function listCompetitions(db: DbOrTx): Promise<CompetitionText[]> {
  const { rows } = await sql<CompetitionText>`
    select c.slug, c.name, s.slug as sport, s.name as sport_name, s.kind as sport_kind, c.position::text as position,
      coalesce(p.country_code, '') as country_code, p.performer_scope, p.title_style, p.participants,
      p.duration_minutes::text as duration_minutes, coalesce(c.art_pattern, '') as art_pattern,
      coalesce(s.art_pattern, '') as sport_art_pattern, coalesce(array_to_string(c.colours, ' '), '') as colours,
      case when c.is_featured then 'yes' else 'no' end as featured,
      p.first_month::text as first_month, p.season_naming,
      coalesce(c.confirm_ahead_days::text, '') as confirm_ahead_days,
      case when p.is_named_after_venue then 'yes' else 'no' end as named_after_venue,
      (select coalesce(string_agg(n.name_key, '|' order by n.name_key), '') from competition_names n
        where n.category_id = c.id) as source_names
    from competitions p join categories c on c.id = p.category_id join categories s on s.id = c.parent_id
    order by s.position, s.id, c.position, c.id`.execute(db)
  return rows
}

/**
 * Adds a competition, or changes the given columns of one.
 * @throws `input.invalid` by column
 */
export async function setCompetition(
  context: ManageContext,
  given: CompetitionText,
): Promise<'added' | 'changed' | 'unchanged'> {
  return inTransaction(context.db, async (tx) => {
    const current = (await listCompetitions(tx)).find(({ slug }) => slug === given.slug)
    const fields = parseColumns(competitionFields, { name: '', sport: '', ...current, ...given })
    const outcome = await writeCompetition(tx, toCompetitionRow(fields))
    if (typeof outcome === 'string') {
      const action = outcome === 'added' ? 'add' : 'edit'
      if (outcome !== 'unchanged')
        await recordChange(tx, context, { action, what: 'competition', subject: given.slug })
      return outcome
    }
    const [field = '', ...rest] = outcome.problem.split(': ')
    throw invalidInput({ [field]: [rest.join(': ')] })
  })
}
