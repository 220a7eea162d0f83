import type { Store } from '../store.ts'
import type { GeoQuery, Point } from './geo-params.ts'

/** Tests and measures the places of records, which are in `_geoloc`. */
export interface GeoMatcher {
  /** Whether a place of the record is in the circle or in an area. */
  passes(slot: number): boolean
  /** Undefined when the search is not around a point. */
  distances: GeoDistances | undefined
}

export interface GeoDistances {
  /** Distances that count as equal have the same step; nearer ones a smaller one. */
  stepOf(slot: number): number
  /** What `_rankingInfo` says about the nearest place of the record. */
  infoOf(slot: number): object
}

export function createGeoMatcher(store: Store, { around, areas }: GeoQuery): GeoMatcher {
  const [lats, lngs] = [store.numberColumn('_geoloc.lat'), store.numberColumn('_geoloc.lng')]

  function placesOf(slot: number): Point[] {
    const [latitudes, longitudes] = [lats?.all(slot) ?? [], lngs?.all(slot) ?? []]
    if (latitudes.length !== longitudes.length) return []
    return latitudes.map((lat, at) => ({ lat, lng: longitudes[at] ?? 0 }))
  }

  if (!around) {
    const passes = (slot: number) =>
      placesOf(slot).some((place) => areas.some((corners) => isInside(place, corners)))
    return { passes, distances: undefined }
  }
  const { center, radius = Number.POSITIVE_INFINITY, precisions } = around
  const measured = new Map<number, number>()

  function nearest(slot: number): number {
    const known = measured.get(slot)
    if (known !== undefined) return known
    const distance = placesOf(slot).reduce(
      (least, place) => Math.min(least, metresBetween(center, place)),
      Number.POSITIVE_INFINITY,
    )
    measured.set(slot, distance)
    return distance
  }

  function precisionAt(distance: number): number {
    return precisions.findLast(({ from }) => from <= distance)?.value ?? 1
  }

  /** The number of whole steps up to the distance, over all ranges. */
  function stepOf(slot: number): number {
    const distance = nearest(slot)
    let steps = 0
    for (const [at, { from, value }] of precisions.entries()) {
      if (from > distance) break
      const end = Math.min(distance, precisions[at + 1]?.from ?? Number.POSITIVE_INFINITY)
      steps += Math.floor((end - from) / value)
    }
    return steps
  }

  return {
    passes(slot) {
      const distance = nearest(slot)
      return distance <= radius && distance !== Number.POSITIVE_INFINITY
    },
    distances: {
      stepOf,
      infoOf(slot) {
        const distance = nearest(slot)
        const place = placesOf(slot).find((each) => metresBetween(center, each) === distance)
        return {
          geoDistance: Math.floor(distance / precisionAt(distance)),
          geoPrecision: precisionAt(distance),
          ...(place && { matchedGeoLocation: { ...place, distance: Math.round(distance) } }),
        }
      },
    },
  }
}

const earthRadius = 6_371_000
const radians = (degrees: number): number => (degrees * Math.PI) / 180

/** On a sphere, which is exact to half a percent. */
function metresBetween(from: Point, to: Point): number {
  const half = (left: number, right: number) => Math.sin(radians(right - left) / 2) ** 2
  const chord =
    half(from.lat, to.lat) + Math.cos(radians(from.lat)) * Math.cos(radians(to.lat)) * half(from.lng, to.lng)
  return 2 * earthRadius * Math.asin(Math.min(1, Math.sqrt(chord)))
}

/** Whether a line from the place to the east crosses the sides an odd number of times. */
function isInside({ lat, lng }: Point, corners: readonly Point[]): boolean {
  let isOdd = false
  for (const [at, corner] of corners.entries()) {
    const before = corners.at(at - 1) ?? corner
    const isCrossed = corner.lat > lat !== before.lat > lat
    if (!isCrossed) continue
    const crossing = corner.lng + ((lat - corner.lat) / (before.lat - corner.lat)) * (before.lng - corner.lng)
    if (lng < crossing) isOdd = !isOdd
  }
  return isOdd
}
