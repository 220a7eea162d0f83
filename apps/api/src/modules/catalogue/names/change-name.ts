import { sql } from 'kysely'
import { inTransaction, type DbOrTx } from '#api/db/transaction.ts'
import { invalidInput } from '#api/shared/app-error.ts'
import { parseColumns } from '../manage/parse-columns.ts'
import { recordChange, type ManageContext } from '../manage/record-change.ts'
import { nameStatements } from './name-statements.ts'
import { nameFields, type NameRow } from './parse-names.ts'

/**
 * Adds or removes one name; returns whether that changed anything.
 * @throws `input.invalid` by column, including for a missing target
 */
export async function changeName(
  context: ManageContext,
  verb: 'add' | 'remove',
  given: Record<keyof NameRow, string>,
): Promise<boolean> {
  const row = parseColumns(nameFields, given)
  return inTransaction(context.db, async (tx) => {
    const statements = await nameStatements(tx, row)
    if ('problem' in statements) {
      const [field = '', ...rest] = statements.problem.split(': ')
      throw invalidInput({ [field]: [rest.join(': ')] })
    }
    const { numAffectedRows } = await statements[verb].execute(tx)
    const hasChanged = Number(numAffectedRows ?? 0) > 0
    const { type, of } = row
    if (hasChanged) await recordChange(tx, context, { action: `${verb} name`, what: type, subject: of })
    return hasChanged
  })
}

/** Every name that an operator or a names file added, as the columns of such a file. */
export async function listNames(db: DbOrTx): Promise<NameRow[]> {
  const { rows } = await sql<NameRow>`
    select type, of, name from (
      select n.type, coalesce(c.slug, p.slug, v.slug) as of, n.name from nicknames n
      left join categories c on n.type = 'category' and c.id = n.type_id
      left join performers p on n.type = 'performer' and p.id = n.type_id
      left join venues v on n.type = 'venue' and v.id = n.type_id
      union all select kind, place_key, name from place_names
      union all select 'keyword', slug, unnest(keywords) from categories
      union all select 'event', competition || '/' || title, name_key from event_aliases
      union all
      select 'rivalry', one.slug || ' + ' || other.slug, r.name from rivalry_names r
      join performers one on one.id = r.performer_id join performers other on other.id = r.rival_id
      union all
      select 'kick-off',
        c.slug || ' ' || (array['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'])[k.weekday + 1]
          || ' ' || to_char(k.from_time, 'HH24:MI'), k.name
      from kick_off_names k join categories c on c.id = k.category_id
      union all
      select case when s.is_event then 'event-session' else 'other-session' end, c.slug || '/' || s.kind, s.name_key
      from competition_sessions s join categories c on c.id = s.category_id
    ) names where of is not null order by type, of, name`.execute(db)
  return rows
}
