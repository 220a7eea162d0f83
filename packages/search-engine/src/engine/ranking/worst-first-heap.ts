/** Negative when `left` is better. */
type Compare<Item> = (left: Item, right: Item) => number

/** Adds an item to a binary heap whose first item is the worst one. */
export function pushToHeap<Item>(heap: Item[], item: Item, compare: Compare<Item>): void {
  let at = heap.push(item) - 1
  while (at > 0) {
    const above = (at - 1) >> 1
    const parent = heap[above]
    if (parent === undefined || compare(item, parent) <= 0) break
    heap[at] = parent
    heap[above] = item
    at = above
  }
}

/** Replaces the worst item of the heap, so that the next worst becomes the first. */
export function replaceWorst<Item>(heap: Item[], item: Item, compare: Compare<Item>): void {
  heap[0] = item
  for (let at = 0; ;) {
    let below = at * 2 + 1
    const [left, right] = [heap[below], heap[below + 1]]
    if (left === undefined) return
    let child = left
    if (right !== undefined && compare(right, left) > 0) {
      child = right
      below += 1
    }
    if (compare(child, item) <= 0) return
    heap[at] = child
    heap[below] = item
    at = below
  }
}
