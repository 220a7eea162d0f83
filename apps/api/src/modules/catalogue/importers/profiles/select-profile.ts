import type { FileOutline } from './file-outline.ts'
import { columnsOf } from './profile.ts'
import type { StoredProfile } from './profiles.repo.ts'
import { missingColumns } from './read-records.ts'

/**
 * The confirmed profiles that can read the file. Those that use most of its columns come first, and only those with an
 * equal number are returned.
 */
export function matchingProfiles(
  profiles: readonly StoredProfile[],
  outlineFor: ReadonlyMap<string, FileOutline>,
): StoredProfile[] {
  const matching = profiles.flatMap((profile) => {
    const { settings } = profile
    const outline = outlineFor.get(settings.list)
    if (profile.confirmedAt === null || !outline || missingColumns(settings, outline).length > 0) return []
    const used = columnsOf(settings).filter((column) => outline.columns.includes(column)).length
    return [{ profile, used: used + settings.titles.length }]
  })
  const most = Math.max(0, ...matching.map(({ used }) => used))
  return matching.filter(({ used }) => used === most).map(({ profile }) => profile)
}
