import { sql } from 'kysely'
import type { Db } from '#api/db/client.ts'
import { inTransaction, type Tx } from '#api/db/transaction.ts'
import type { Clock } from '#api/shared/clock.ts'
import { invalidInput } from '#api/shared/app-error.ts'
import { buildMenu } from './build-menu.ts'
import { catalogueErrors } from '../catalogue.errors.ts'
import { deleteMenuOverride, readMenuRows, upsertMenuOverride, type OverrideValues } from './menu.repo.ts'
import { findMenuTarget } from './menu-targets.ts'

interface MenuDeps {
  db: Db
  clock: Clock
}

/** Fields left out keep their value. */
export interface MenuChange {
  /** For example `category/premier-league` or `event/815`. */
  target: string
  title?: string | undefined
  position?: number | undefined
  isHidden?: boolean | undefined
  /** The parent category, or `top`. */
  parent?: string | undefined
}

/**
 * Changes one menu entry (spec §7), or adds an event or a venue. Returns the target's name.
 * @throws `menu.target_not_found`, `menu.loop`, `input.invalid`
 */
export async function changeMenu({ db }: Pick<MenuDeps, 'db'>, change: MenuChange): Promise<string> {
  const title = change.title?.trim()
  if (title !== undefined && (title === '' || title.length > 80)) {
    throw invalidInput({ title: ['must be 1 to 80 characters'] })
  }
  const { position } = change
  if (position !== undefined && !(Number.isInteger(position) && position >= 1 && position <= 999)) {
    throw invalidInput({ position: ['must be a whole number from 1 to 999'] })
  }
  return inTransaction(db, async (tx) => {
    // Two concurrent changes could each be valid and together form a loop.
    await sql`lock table menu_overrides in share row exclusive mode`.execute(tx)
    const target = await findMenuTarget(tx, change.target)
    const before = await readOverride(tx, target)
    const newParent = await parentOf(tx, target, change.parent)
    const needsParent = target.type === 'event' || target.type === 'venue'
    if (needsParent && !(newParent ?? before)?.isPlaced) {
      throw invalidInput({ parent: [`is required to add an ${target.type} to the menu`] })
    }
    await upsertMenuOverride(tx, {
      type: target.type,
      typeId: target.typeId,
      title: title ?? before?.title ?? null,
      position: position ?? before?.position ?? null,
      isHidden: change.isHidden ?? before?.isHidden ?? false,
      isPlaced: newParent?.isPlaced ?? before?.isPlaced ?? false,
      parentCategoryId: newParent ? newParent.parentCategoryId : (before?.parentCategoryId ?? null),
    })
    return target.title
  })
}

/** Removes the operator's changes to an entry. Returns its name and whether it had any. */
export async function resetMenuEntry(
  { db }: Pick<MenuDeps, 'db'>,
  name: string,
): Promise<{ title: string; wasChanged: boolean }> {
  const target = await findMenuTarget(db, name)
  return { title: target.title, wasChanged: await deleteMenuOverride(db, target) }
}

/** The menu as buyers see it, one indented line per entry. */
export async function outlineMenu({ db, clock }: MenuDeps): Promise<string> {
  const outline = (options: ReturnType<typeof buildMenu>, indent: string): string[] =>
    options.flatMap(({ type, title, link, sub_menu: children }) => [
      `${indent}${title}  ${type === 'event' ? link.replace(/^\/tickets\/.*\//, 'event/') : link.slice(1)}`,
      ...outline(children, `${indent}  `),
    ])
  return outline(buildMenu(await readMenuRows(db, clock.now())), '').join('\n')
}

type MenuParent = Pick<OverrideValues, 'isPlaced' | 'parentCategoryId'>

async function parentOf(
  tx: Tx,
  { type, typeId }: { type: string; typeId: number },
  parent: string | undefined,
): Promise<MenuParent | undefined> {
  if (parent === undefined) return undefined
  if (parent === 'top') return { isPlaced: true, parentCategoryId: null }
  const parentCategory = await findMenuTarget(tx, parent)
  if (parentCategory.type !== 'category') throw invalidInput({ parent: ['must be a category or top'] })
  if (type === 'category' && (await isSameOrBelow(tx, parentCategory.typeId, typeId))) {
    throw catalogueErrors.make('menu.loop')
  }
  return { isPlaced: true, parentCategoryId: parentCategory.typeId }
}

/** Whether `categoryId` is `other` or one of its descendants in the menu. */
async function isSameOrBelow(tx: Tx, categoryId: number, other: number): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    with recursive ancestors as (
      select ${categoryId}::integer as id
      union
      select case when o.is_placed then o.parent_category_id else c.parent_id end
      from ancestors join categories c on c.id = ancestors.id
      left join menu_overrides o on o.type = 'category' and o.type_id = c.id
    )
    select exists (select 1 from ancestors where id = ${other}) as found`.execute(tx)
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
