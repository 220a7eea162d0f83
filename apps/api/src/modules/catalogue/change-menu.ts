import { sql } from 'kysely'
import type { Db } from '#api/db/client.ts'
import { inTransaction, type Tx } from '#api/db/transaction.ts'
import type { Clock } from '#api/shared/clock.ts'
import { invalidInput } from '#api/shared/app-error.ts'
import { buildMenu } from './build-menu.ts'
import { catalogueErrors } from './catalogue.errors.ts'
import { deleteMenuOverride, readMenuRows, upsertMenuOverride, type OverrideValues } from './menu.repo.ts'
import { findThing } from './operators-things.ts'

interface MenuDeps {
  db: Db
  clock: Clock
}

/** What is not given stays as it was. */
export interface MenuChange {
  /** 'category/premier-league', 'event/815'. */
  thing: string
  title?: string | undefined
  position?: number | undefined
  isHidden?: boolean | undefined
  /** The category below which it shall stand, or 'top'. */
  under?: string | undefined
}

/**
 * Changes one entry of the menu (spec §7), or puts an event or a venue into it; answers the thing's own name. Throws
 * `thing.unknown`, `menu.loop` or `input.invalid`, and then leaves the menu as it was.
 */
export async function changeMenu({ db }: Pick<MenuDeps, 'db'>, change: MenuChange): Promise<string> {
  const title = change.title?.trim()
  if (title !== undefined && (title === '' || title.length > 80)) {
    throw invalidInput({ title: ['must have 1 to 80 characters'] })
  }
  const { position } = change
  if (position !== undefined && !(Number.isInteger(position) && position >= 1 && position <= 999)) {
    throw invalidInput({ position: ['must be a whole number from 1 to 999'] })
  }
  return inTransaction(db, async (tx) => {
    // Two changes at once could each be right and together make a loop.
    await sql`lock table menu_overrides in share row exclusive mode`.execute(tx)
    const thing = await findThing(tx, change.thing)
    const before = await readOverride(tx, thing)
    const place = await placeOf(tx, thing, change.under)
    const isNowhere = thing.type === 'event' || thing.type === 'venue'
    if (isNowhere && !(place ?? before)?.isPlaced) {
      throw invalidInput({ under: [`is required: the menu has no ${thing.type} of its own`] })
    }
    await upsertMenuOverride(tx, {
      type: thing.type,
      typeId: thing.typeId,
      title: title ?? before?.title ?? null,
      position: position ?? before?.position ?? null,
      isHidden: change.isHidden ?? before?.isHidden ?? false,
      isPlaced: place?.isPlaced ?? before?.isPlaced ?? false,
      parentCategoryId: place ? place.parentCategoryId : (before?.parentCategoryId ?? null),
    })
    return thing.title
  })
}

/** Lets the entry be again what the catalogue makes of it; answers its name, and whether it was anything else. */
export async function resetMenuEntry(
  { db }: Pick<MenuDeps, 'db'>,
  name: string,
): Promise<{ title: string; wasChanged: boolean }> {
  const thing = await findThing(db, name)
  return { title: thing.title, wasChanged: await deleteMenuOverride(db, thing) }
}

/** The menu as buyers see it, a line for each entry, indented by its level. */
export async function outlineMenu({ db, clock }: MenuDeps): Promise<string> {
  const outline = (options: ReturnType<typeof buildMenu>, indent: string): string[] =>
    options.flatMap(({ type, title, link, sub_menu: inside }) => [
      `${indent}${title}  ${type === 'event' ? link.replace(/^\/tickets\/.*\//, 'event/') : link.slice(1)}`,
      ...outline(inside, `${indent}  `),
    ])
  return outline(buildMenu(await readMenuRows(db, clock.now())), '').join('\n')
}

type Place = Pick<OverrideValues, 'isPlaced' | 'parentCategoryId'>

async function placeOf(
  tx: Tx,
  { type, typeId }: { type: string; typeId: number },
  under: string | undefined,
): Promise<Place | undefined> {
  if (under === undefined) return undefined
  if (under === 'top') return { isPlaced: true, parentCategoryId: null }
  const parent = await findThing(tx, under)
  if (parent.type !== 'category') throw invalidInput({ under: ['must be a category, or top'] })
  if (type === 'category' && (await isWithin(tx, parent.typeId, typeId))) {
    throw catalogueErrors.make('menu.loop')
  }
  return { isPlaced: true, parentCategoryId: parent.typeId }
}

/** Whether the category is the other one or stands below it, as the menu has them. */
async function isWithin(tx: Tx, categoryId: number, other: number): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    with recursive way as (
      select ${categoryId}::integer as id
      union
      select case when o.is_placed then o.parent_category_id else c.parent_id end
      from way join categories c on c.id = way.id
      left join menu_overrides o on o.type = 'category' and o.type_id = c.id
    )
    select exists (select 1 from way where id = ${other}) as found`.execute(tx)
  return rows[0]?.found ?? false
}

async function readOverride(
  tx: Tx,
  { type, typeId }: { type: string; typeId: number },
): Promise<OverrideValues | undefined> {
  const { rows } = await sql<OverrideValues>`
    select type, type_id as "typeId", title, position, is_hidden as "isHidden", is_placed as "isPlaced",
      parent_category_id as "parentCategoryId"
    from menu_overrides where type = ${type} and type_id = ${typeId}`.execute(tx)
  return rows[0]
}
