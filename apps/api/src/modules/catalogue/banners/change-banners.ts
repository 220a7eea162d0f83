import type { Db } from '#api/db/client.ts'
import { invalidInput } from '#api/shared/app-error.ts'
import type { Clock } from '#api/shared/clock.ts'
import { deleteBanner, insertBanner, readBanners } from './banners.repo.ts'
import { catalogueErrors } from '../catalogue.errors.ts'
import { findMenuTarget } from '../menu/menu-targets.ts'

export interface NewBanner {
  /** For example `category/formula-1` or `event/815`. */
  leadsTo: string
  title: string
  text?: string | undefined
  /** Lower positions come first; the default is 100. */
  position?: number | undefined
}

/**
 * Adds a banner to the home page and returns its id.
 * @throws `menu.target_not_found`, `input.invalid`
 */
export async function addBanner({ db }: { db: Db }, banner: NewBanner): Promise<number> {
  const [title, text, position] = [banner.title.trim(), banner.text?.trim() ?? '', banner.position ?? 100]
  const fieldErrors: Record<string, string[]> = {}
  if (title === '' || title.length > 80) fieldErrors['title'] = ['must be 1 to 80 characters']
  if (text.length > 200) fieldErrors['text'] = ['must be at most 200 characters']
  if (!Number.isInteger(position) || position < 1 || position > 999) {
    fieldErrors['position'] = ['must be a whole number from 1 to 999']
  }
  if (Object.keys(fieldErrors).length > 0) throw invalidInput(fieldErrors)
  const { type, typeId } = await findMenuTarget(db, banner.leadsTo)
  return insertBanner(db, { title, text, type, typeId, position })
}

/** @throws `banner.not_found` */
export async function removeBanner({ db }: { db: Db }, id: number): Promise<void> {
  if (!(await deleteBanner(db, id))) throw catalogueErrors.make('banner.not_found')
}

/** One line per visible banner, in display order. */
export async function listBanners({ db, clock }: { db: Db; clock: Clock }): Promise<string[]> {
  const banners = await readBanners(db, clock.now(), 1000)
  return banners.map(
    ({ id, title, type, typeId, slug }) => `${id}  ${title}  ${type}/${type === 'event' ? typeId : slug}`,
  )
}
