import type { Reader } from '#api/db/transaction.ts'
import type { MenuType } from './build-menu.ts'
import { catalogueErrors } from './catalogue.errors.ts'
import { findEvent } from './events.repo.ts'
import { findContent } from './find-content.repo.ts'

export interface Thing {
  type: MenuType
  typeId: number
  title: string
}

/**
 * What the operator means by 'category/premier-league', 'performer/arsenal', 'venue/42' or 'event/815': a slug, a name
 * as a slug, or a number; of events the number. Throws `thing.unknown` with the words to show.
 */
export async function findThing(db: Reader, name: string): Promise<Thing> {
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
  throw catalogueErrors.make('thing.unknown', {
    title: `There is no ${name}. Name it like category/premier-league, performer/arsenal, venue/wembley-stadium or event/815`,
  })
}
