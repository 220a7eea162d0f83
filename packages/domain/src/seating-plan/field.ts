/** Open grounds: named stands around an oval. */
import type { Random } from '../text/short-hash.ts'
import { randomItem } from '../text/short-hash.ts'
import { roundWithin } from './ring-venues.ts'
import { levelCategory } from './category.ts'
import { sliceRing, outline } from './plan-layout.ts'
import type { PlanLayout, Ring, Sector } from './plan-layout.ts'
import { roundedTrack, trackLength } from './track.ts'
import type { Track } from './track.ts'

/** Clockwise from the east, the direction of a track. */
const compass = [
  'East',
  'South East',
  'South',
  'South West',
  'West',
  'North West',
  'North',
  'North East',
] as const

/** A cricket, baseball or open-air ground: eight stands, with an upper tier from 15,000 seats. */
export function layOutField(capacity: number, random: Random): PlanLayout {
  const track = roundedTrack({
    width: 420,
    height: 350,
    radius: 150 + 12 * random(),
    bowLong: 0.2,
    bowShort: 0.2,
  })
  const mainStand = randomItem(random, ['North', 'South', 'West'] as const)
  const hasUpperTier = capacity >= 15_000
  const perTier = roundWithin(capacity / (hasUpperTier ? 900 : 350), 8, 48)
  const tiers: { ring: Ring; level: string; prefix: string; rank: number }[] = hasUpperTier
    ? [
        { ring: { inner: 0, outer: 70 }, level: 'Lower tier', prefix: 'L', rank: 2 },
        { ring: { inner: 86, outer: 156 }, level: 'Upper tier', prefix: 'U', rank: 3 },
      ]
    : [{ ring: { inner: 0, outer: 74 }, level: 'Stands', prefix: '', rank: 2 }]
  return {
    surface: { kind: 'field', shape: outline(track, -22) },
    blocks: tiers.flatMap(({ ring, level, prefix, rank }) => {
      const slices = sliceRing(track, ring, standSectors(track, ring), perTier, 5)
      return slices.map((slice, index) => {
        const stand = compass[slice.sector] ?? ''
        const numberInStand = index - slices.findIndex((other) => other.sector === slice.sector) + 1
        return {
          name: `${stand} ${prefix}${numberInStand}`,
          category: stand === mainStand ? levelCategory('Main stand', 1) : levelCategory(level, rank),
          polygon: slice.polygon,
          labelAt: slice.labelAt,
          depth: slice.depth,
          density: 1,
        }
      })
    }),
  }
}

function standSectors(track: Track, { inner, outer }: Ring): Sector[] {
  const totalLength = trackLength(track, (inner + outer) / 2)
  const sectorLength = totalLength / compass.length
  return compass.map((_, index) => ({
    from: (index - 0.5) * sectorLength + 9,
    to: (index + 0.5) * sectorLength - 9,
  }))
}
