/** Plane geometry for seating plans. The y axis points down, as on the screen; angles are in radians, clockwise. */

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

/** Whether the point lies inside; on the edge it may be either. */
export function contains(polygon: Polygon, [x, y]: Point): boolean {
  return (
    sides(polygon).filter(
      ([[ax, ay], [bx, by]]) => ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax,
    ).length %
      2 ===
    1
  )
}

/** Whether two simple polygons share any area: their sides cross, or one lies inside the other. */
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
  return turn(a, b, c) !== turn(a, b, d) && turn(c, d, a) !== turn(c, d, b)
}

function turn([ax, ay]: Point, [bx, by]: Point, [cx, cy]: Point): number {
  return Math.sign((bx - ax) * (cy - ay) - (by - ay) * (cx - ax))
}
