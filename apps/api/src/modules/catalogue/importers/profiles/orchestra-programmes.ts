import { z } from 'zod'
import type { Fields } from '../readers/source-record.ts'
import { personName, programmeTitle } from './work-titles.ts'

const work = z.looseObject({
  composerName: z.string().optional(),
  workTitle: z.unknown().optional(),
  conductorName: z.string().optional(),
  interval: z.string().optional(),
  soloists: z.array(z.looseObject({ soloistName: z.string() })).default([]),
})
const programme = z.looseObject({ orchestra: z.string(), works: z.array(work).default([]) })

const maxArtists = 4

/** Adds `programme.title` and `programme.artists` to a programme in the format of orchestra archives. */
export function addProgramme(record: Fields): Fields {
  const checked = programme.safeParse(record)
  if (!checked.success) return record
  const { orchestra } = checked.data
  const works = checked.data.works.filter((item) => !item.interval)
  return {
    ...record,
    programme: { title: programmeTitle(orchestra, works), artists: artistsOf(orchestra, works) },
  }
}

function artistsOf(orchestra: string, works: z.output<typeof work>[]): string[] {
  const conductors = works.flatMap((item) => item.conductorName ?? [])
  const soloists = works
    .filter((item) => item.conductorName !== undefined)
    .flatMap((item) => item.soloists.map((soloist) => soloist.soloistName))
  const names = [...conductors, ...soloists].map(personName).filter((name) => name !== '')
  return [...new Set([orchestra, ...names])].slice(0, maxArtists)
}
