/** `meta` of a page of a list. */
export function pageMetaOf(total: number, page: number, perPage: number) {
  return { total, page, per_page: perPage, last_page: Math.max(1, Math.ceil(total / perPage)) }
}
