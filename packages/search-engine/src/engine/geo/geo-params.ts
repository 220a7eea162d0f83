import { badRequest } from '../../protocol/algolia-error.ts'

export interface Point {
  lat: number
  lng: number
}

/** Where a search looks: around a point, or inside areas. */
export interface GeoQuery {
  around?: {
    center: Point
    /** In metres; undefined has no limit. */
    radius: number | undefined
    /** Distances in metres that count as equal, from a distance on; the nearest first. */
    precisions: readonly { from: number; value: number }[]
  }
  /** Polygons; a box is one with four corners. */
  areas: readonly (readonly Point[])[]
}

const defaultPrecision = 10
const maxAreas = 100
const maxCorners = 10_000

/**
 * Undefined when no parameter asks for places.
 * @throws AlgoliaError 400 that names the invalid parameter
 */
export function readGeoQuery(optionOf: (name: string) => unknown): GeoQuery | undefined {
  const boxes = numberLists('insideBoundingBox', optionOf('insideBoundingBox'), 4)
  const polygons = numberLists('insidePolygon', optionOf('insidePolygon'), undefined)
  const areas = [...boxes.map(boxOf), ...polygons.map((list) => pointsOf('insidePolygon', list))]
  // Areas replace the circle.
  if (areas.length > 0) return { areas }
  const center = optionOf('aroundLatLng')
  if (typeof center !== 'string' || center.trim() === '') return undefined
  return {
    areas,
    around: {
      center: readPoint(center),
      radius: readRadius(optionOf('aroundRadius')),
      precisions: readPrecisions(optionOf('aroundPrecision')),
    },
  }
}

function readPoint(text: string): Point {
  const numbers = text.split(',').map((part) => (part.trim() === '' ? Number.NaN : Number(part)))
  const [point] = numbers.length === 2 ? pointsOf('aroundLatLng', numbers) : []
  if (!point) throw badRequest('aroundLatLng: expected a latitude and a longitude such as 40.71,-74.01')
  return point
}

function readRadius(value: unknown): number | undefined {
  if (value === undefined || value === null || value === 'all') return undefined
  const radius = Number(value)
  if (Number.isSafeInteger(radius) && radius >= 1) return radius
  throw badRequest('aroundRadius: expected metres as an integer of at least 1, or all')
}

function readPrecisions(value: unknown): { from: number; value: number }[] {
  const single = value === undefined || value === null ? defaultPrecision : Number(value)
  if (Number.isFinite(single) && !Array.isArray(value)) return [{ from: 0, value: Math.max(1, single) }]
  const ranges = fromText(value)
  if (!Array.isArray(ranges) || ranges.length > maxAreas)
    throw badRequest('aroundPrecision: expected metres, or a list of ranges with from and value')
  return ranges
    .map((range: unknown) => {
      const { from, value: metres } = (range ?? {}) as { from?: unknown; value?: unknown }
      if (typeof from !== 'number' || typeof metres !== 'number' || from < 0)
        throw badRequest('aroundPrecision: expected from and value of each range as numbers')
      return { from, value: Math.max(1, metres) }
    })
    .toSorted((left, right) => left.from - right.from)
}

/** A list of lists of numbers; also JSON or, for one list, numbers separated by commas. */
function numberLists(name: string, value: unknown, length: number | undefined): number[][] {
  const given = fromText(value)
  if (given === undefined || given === null || given === '') return []
  const lists = typeof given === 'string' ? [given.split(',').map(Number)] : given
  const isValid = (list: unknown): list is number[] =>
    Array.isArray(list) &&
    list.every((number) => typeof number === 'number' && Number.isFinite(number)) &&
    (length === undefined ? list.length >= 6 && list.length % 2 === 0 : list.length === length)
  if (!Array.isArray(lists) || !lists.every(isValid))
    throw badRequest(
      `${name}: expected lists of ${length === undefined ? 'at least 6 numbers, in pairs' : `${length} numbers`}`,
    )
  if (lists.length > maxAreas || lists.some((list) => list.length > 2 * maxCorners))
    throw badRequest(`${name}: expected at most ${maxAreas} areas with ${maxCorners} corners`)
  return lists
}

function fromText(value: unknown): unknown {
  if (typeof value !== 'string' || !value.trimStart().startsWith('[')) return value
  try {
    return JSON.parse(value) as unknown
  } catch {
    return value
  }
}

function pointsOf(name: string, numbers: readonly number[]): Point[] {
  const points: Point[] = []
  for (let at = 0; at < numbers.length; at += 2) {
    const [lat = Number.NaN, lng = Number.NaN] = [numbers[at], numbers[at + 1]]
    const isOnEarth = Math.abs(lat) <= 90 && Math.abs(lng) <= 180
    if (!isOnEarth) throw badRequest(`${name}: expected latitudes up to 90 and longitudes up to 180`)
    points.push({ lat, lng })
  }
  return points
}

/** Two opposite corners become four. */
function boxOf(numbers: readonly number[]): Point[] {
  const [one, other] = pointsOf('insideBoundingBox', numbers)
  if (!one || !other) return []
  return [one, { lat: one.lat, lng: other.lng }, other, { lat: other.lat, lng: one.lng }]
}
