import type { Reader } from '#api/db/transaction.ts'
import { findBanner } from './banners.repo.ts'
import { catalogueErrors } from './catalogue.errors.ts'
import { findContentEvents, readOverview, readTrail, type Overview, type Subject } from './content.repo.ts'
import type { Event } from './event.ts'
import { findContent, readContentNames, type Content, type ContentType } from './find-content.repo.ts'
import { similarNames } from './similar-names.ts'

export interface ContentWish {
  type: ContentType | 'banner'
  typeId?: number | undefined
  slug?: string | undefined
  month?: string | undefined
  page: number
  perPage: number
}

interface ContentPage {
  content: Omit<Content, 'type'> & { type: ContentWish['type'] }
  trail: Content[]
  overview: Overview
  events: Event[]
  /** Of the month, where one is asked for. */
  total: number
}

/**
 * A category, performer or venue, or what a banner leads to, with a page of its events. Throws `content.not_found`, with
 * the names that come nearest to the one that was asked for.
 */
export async function readContent(db: Reader, now: Date, wish: ContentWish): Promise<ContentPage> {
  const { content, subject } = await findSubject(db, wish)
  const [trail, overview, events] = await Promise.all([
    subject.type === 'category' || subject.type === 'performer' ? readTrail(db, now, subject) : [],
    readOverview(db, now, subject),
    findContentEvents(db, now, subject, wish),
  ])
  const inMonth = overview.months.find(({ month }) => month === wish.month)?.events ?? 0
  return { content, trail, overview, events, total: wish.month === undefined ? overview.events : inMonth }
}

async function findSubject(
  db: Reader,
  { type, typeId, slug }: ContentWish,
): Promise<Pick<ContentPage, 'content'> & { subject: Subject }> {
  if (type === 'banner') {
    const banner = typeId === undefined ? undefined : await findBanner(db, typeId)
    if (!banner) throw catalogueErrors.make('content.not_found', { details: { suggestions: [] } })
    const { id, title } = banner
    return {
      content: { type, id, title, slug: banner.slug },
      subject: { type: banner.type, id: banner.typeId },
    }
  }
  const content = await findContent(db, { type, typeId, slug })
  if (content) return { content, subject: content }
  const suggestions = slug === undefined ? [] : similarNames(slug, await readContentNames(db))
  throw catalogueErrors.make('content.not_found', { details: { suggestions } })
}
