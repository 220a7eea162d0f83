import type { DbOrTx } from '#api/db/transaction.ts'
import { findBanner } from '../banners/banners.repo.ts'
import { catalogueErrors } from '../catalogue.errors.ts'
import {
  findContentEvents,
  readOverview,
  readBreadcrumbs,
  type Overview,
  type Subject,
} from './content.repo.ts'
import type { Event } from '../events/event.ts'
import { findContent, readContentNames, type Content, type ContentType } from './find-content.repo.ts'
import { similarNames } from './similar-names.ts'

export interface ContentQuery {
  type: ContentType | 'banner'
  typeId?: number | undefined
  slug?: string | undefined
  month?: string | undefined
  page: number
  perPage: number
}

interface ContentPage {
  content: Omit<Content, 'type'> & { type: ContentQuery['type'] }
  breadcrumbs: Content[]
  overview: Overview
  events: Event[]
  /** Number of events in the requested month, or of all upcoming events. */
  total: number
}

/**
 * The page of a category, performer, venue or banner target, with one page of its events.
 * @throws `content.not_found` with similar names in `suggestions`
 */
export async function readContent(db: DbOrTx, now: Date, query: ContentQuery): Promise<ContentPage> {
  const { content, subject } = await findSubject(db, query)
  const [breadcrumbs, overview, events] = await Promise.all([
    subject.type === 'category' || subject.type === 'performer' ? readBreadcrumbs(db, now, subject) : [],
    readOverview(db, now, subject),
    findContentEvents(db, now, subject, query),
  ])
  const inMonth = overview.months.find(({ month }) => month === query.month)?.events ?? 0
  return {
    content,
    breadcrumbs,
    overview,
    events,
    total: query.month === undefined ? overview.events : inMonth,
  }
}

async function findSubject(
  db: DbOrTx,
  { type, typeId, slug }: ContentQuery,
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
