import { SavedSearches } from '#web/features/listings/saved-searches/saved-searches.tsx'
import { searchColumns } from '#web/features/listings/saved-searches/search-columns.tsx'
import type { ProfileAddress } from './address.ts'
import { profileTable, textFilter, useProfileTable } from './use-profile-table.tsx'

const searchesTable = profileTable({ tab: 'searches', ...textFilter, columns: searchColumns })

export default function ProfileSearches({ address }: { address: ProfileAddress }) {
  return <SavedSearches table={useProfileTable(searchesTable, address).table} />
}
