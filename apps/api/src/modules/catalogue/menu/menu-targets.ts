import type { DbOrTx } from '#api/db/transaction.ts'
import type { MenuType } from './build-menu.ts'
import { catalogueErrors } from '../catalogue.errors.ts'
import { findEvent } from '../events/events.repo.ts'
import { findContent } from '../content/find-content.repo.ts'

export interface MenuTarget {
  type: MenuType
  typeId: number
  title: string
}

/**
 * Resolves `category/premier-league`, `performer/arsenal`, `venue/42` or `event/815`. Accepts slugs, slugified names
 * and ids; events by id only.
 * @throws `menu.target_not_found` with a message for the operator
 */
export async function findMenuTarget(db: DbOrTx, name: string): Promise<MenuTarget> {
  const [, type, rest] = /^(category|performer|venue|event)\/([a-z0-9-]{1,300})$/.exec(name) ?? []
  const number = /^[1-9]\d{0,8}$/.test(rest ?? '') ? Number(rest) : undefined
  if (type === 'event' && number !== undefined) {
    const event = await findEvent(db, number)
    if (event) return { type, typeId: event.id, title: event.title }
  }
  if (type === 'category' || type === 'performer' || type === 'venue') {
    const bySlug = await findContent(db, { type, slug: rest })
    const found =
      bySlug ?? (number === undefined ? undefined : await findContent(db, { type, typeId: number }))
    if (found) return { type, typeId: found.id, title: found.title }
  }
  throw catalogueErrors.make('menu.target_not_found', {
    title: `${name} was not found. Use a name such as category/premier-league, performer/arsenal, venue/wembley-stadium or event/815`,
  })
}
