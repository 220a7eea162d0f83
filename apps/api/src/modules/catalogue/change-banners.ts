import type { Db } from '#api/db/client.ts'
import { invalidInput } from '#api/shared/app-error.ts'
import type { Clock } from '#api/shared/clock.ts'
import { deleteBanner, insertBanner, readBanners } from './banners.repo.ts'
import { catalogueErrors } from './catalogue.errors.ts'
import { findThing } from './operators-things.ts'

export interface NewBanner {
  /** 'category/formula-1', 'event/815'. */
  leadsTo: string
  title: string
  text?: string | undefined
  /** Those with a lower one come first; 100 unless said. */
  position?: number | undefined
}

/** Puts a banner on home; answers its number. Throws `thing.unknown` or `input.invalid`. */
export async function addBanner({ db }: { db: Db }, banner: NewBanner): Promise<number> {
  const [title, text, position] = [banner.title.trim(), banner.text?.trim() ?? '', banner.position ?? 100]
  const wrong: Record<string, string[]> = {}
  if (title === '' || title.length > 80) wrong['title'] = ['must have 1 to 80 characters']
  if (text.length > 200) wrong['text'] = ['must have at most 200 characters']
  if (!Number.isInteger(position) || position < 1 || position > 999) {
    wrong['position'] = ['must be a whole number from 1 to 999']
  }
  if (Object.keys(wrong).length > 0) throw invalidInput(wrong)
  const { type, typeId } = await findThing(db, banner.leadsTo)
  return insertBanner(db, { title, text, type, typeId, position })
}

/** Takes a banner off home. Throws `banner.not_found`. */
export async function removeBanner({ db }: { db: Db }, id: number): Promise<void> {
  if (!(await deleteBanner(db, id))) throw catalogueErrors.make('banner.not_found')
}

/** A line for each banner that can be seen, the first first. */
export async function listBanners({ db, clock }: { db: Db; clock: Clock }): Promise<string[]> {
  const banners = await readBanners(db, clock.now(), 1000)
  return banners.map(
    ({ id, title, type, typeId, slug }) => `${id}  ${title}  ${type}/${type === 'event' ? typeId : slug}`,
  )
}
