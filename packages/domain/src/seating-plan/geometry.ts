/** Plane geometry for seating plans. The y axis points down, as on screen; angles are in radians, clockwise. */

export type Point = readonly [x: number, y: number]

export type Polygon = readonly Point[]

export type Box = { left: number; top: number; right: number; bottom: number }

export function boundingBox(points: Iterable<Point>): Box {
  const box = { left: Infinity, top: Infinity, right: -Infinity, bottom: -Infinity }
  for (const [x, y] of points) {
    box.left = Math.min(box.left, x)
    box.top = Math.min(box.top, y)
    box.right = Math.max(box.right, x)
    box.bottom = Math.max(box.bottom, y)
  }
  return box
}

export function polygonArea(polygon: Polygon): number {
  return Math.abs(sides(polygon).reduce((sum, [[ax, ay], [bx, by]]) => sum + ax * by - bx * ay, 0)) / 2
}

/** Whether the point lies inside. Points on the edge may give either result. */
export function contains(polygon: Polygon, [x, y]: Point): boolean {
  return (
    sides(polygon).filter(
      ([[ax, ay], [bx, by]]) => ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax,
    ).length %
      2 ===
    1
  )
}

/** Whether two simple polygons share any area: their sides cross, or one contains the other. */
export function overlaps(left: Polygon, right: Polygon): boolean {
  if (!boxesMeet(boundingBox(left), boundingBox(right))) return false
  const [first] = left
  const [second] = right
  if (first === undefined || second === undefined) return false
  const otherSides = sides(right)
  return (
    sides(left).some((side) => otherSides.some((other) => cross(side, other))) ||
    contains(left, second) ||
    contains(right, first)
  )
}

/** Whether two non-adjacent sides meet, which leaves the polygon without a defined inside. */
export function crossesItself(polygon: Polygon): boolean {
  const all = sides(polygon)
  return all.some((side, index) =>
    all.slice(index + 2).some((other, step) => {
      const areNeighbours = index === 0 && index + 2 + step === all.length - 1
      return !areNeighbours && cross(side, other)
    }),
  )
}

/** A point well inside the polygon: approximately the one farthest from all sides, preferring the middle. */
export function innerPoint(polygon: Polygon): Point {
  const { left, top, right, bottom } = boundingBox(polygon)
  const middle = [(left + right) / 2, (top + bottom) / 2] as const
  let best = { at: polygon[0] ?? ([0, 0] as const), clearance: -Infinity }
  const steps = 16
  for (let row = 1; row < steps; row += 1) {
    for (let column = 1; column < steps; column += 1) {
      const at = [left + ((right - left) * column) / steps, top + ((bottom - top) * row) / steps] as const
      if (!contains(polygon, at)) continue
      const clearance = clearanceAround(polygon, at) - distance(at, middle) / 20
      if (clearance > best.clearance) best = { at, clearance }
    }
  }
  return best.at
}

/** Distance to the nearest side. */
function clearanceAround(polygon: Polygon, at: Point): number {
  return Math.min(...sides(polygon).map(([from, to]) => distanceToSide(at, from, to)))
}

/** The convex hull of all points, clockwise on screen. Fewer than three points are returned unchanged. */
export function convexHull(points: readonly Point[]): Polygon {
  const sorted = [...points].sort(([ax, ay], [bx, by]) => ax - bx || ay - by)
  const chain = (from: readonly Point[]): Point[] => {
    const hull: Point[] = []
    for (const point of from) {
      while (hull.length > 1 && turnDirection(hull.at(-2) ?? point, hull.at(-1) ?? point, point) <= 0)
        hull.pop()
      hull.push(point)
    }
    return hull.slice(0, -1)
  }
  return sorted.length < 3 ? sorted : [...chain(sorted), ...chain(sorted.toReversed())]
}

export function distance([ax, ay]: Point, [bx, by]: Point): number {
  return Math.hypot(bx - ax, by - ay)
}

type Side = readonly [from: Point, to: Point]

function sides(polygon: Polygon): Side[] {
  return polygon.map((point, index) => [point, polygon[(index + 1) % polygon.length] ?? point])
}

function boxesMeet(one: Box, other: Box): boolean {
  return (
    one.left <= other.right && other.left <= one.right && one.top <= other.bottom && other.top <= one.bottom
  )
}

function cross([a, b]: Side, [c, d]: Side): boolean {
  return (
    turnDirection(a, b, c) !== turnDirection(a, b, d) && turnDirection(c, d, a) !== turnDirection(c, d, b)
  )
}

function turnDirection([ax, ay]: Point, [bx, by]: Point, [cx, cy]: Point): number {
  return Math.sign((bx - ax) * (cy - ay) - (by - ay) * (cx - ax))
}

function distanceToSide([x, y]: Point, [ax, ay]: Point, [bx, by]: Point): number {
  const size = (bx - ax) ** 2 + (by - ay) ** 2
  const along =
    size === 0 ? 0 : Math.min(1, Math.max(0, ((x - ax) * (bx - ax) + (y - ay) * (by - ay)) / size))
  return Math.hypot(ax + along * (bx - ax) - x, ay + along * (by - ay) - y)
}
