import { useQueries, useQueryClient } from '@tanstack/react-query'
import {
  rowsPerPage,
  rowsQuery,
  type ImportRow,
  type RowsQuery,
} from '#web/features/inventory-imports/data/queries.ts'

interface RowsOptions {
  importId: string
  stage: string
  query: RowsQuery
}

const pageOf = (index: number) => Math.floor(index / rowsPerPage) + 1

/** The rows with these numbers in the list. Their pages load as they come into view. */
export function useImportRows({ importId, stage, query }: RowsOptions, visible: readonly number[]) {
  const client = useQueryClient()
  const pages = [...new Set(visible.map(pageOf))]
  const results = useQueries({ queries: pages.map((page) => rowsQuery(importId, stage, query, page)) })
  const failed = results.find(({ error, data }) => error !== null && data === undefined)
  return {
    at(index: number): ImportRow | undefined {
      const page = client.getQueryData(rowsQuery(importId, stage, query, pageOf(index)).queryKey)
      return page?.data[index % rowsPerPage]
    },
    error: failed?.error ?? null,
    retry: () => void failed?.refetch(),
  }
}
