import { accountExportsRoutes } from '@terrace/contracts/account-exports'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '#web/lib/http/api-client.ts'
import { saveDataExport } from './save-data-export.ts'

export function useRequestExport() {
  const refresh = useRefreshExport()
  // Refresh even after an error: another tab may have requested one.
  return useMutation({ mutationFn: () => call(accountExportsRoutes.request), onSettled: refresh })
}

export function useDownloadExport() {
  const refresh = useRefreshExport()
  return useMutation({ mutationFn: saveDataExport, onError: refresh })
}

export function useDeleteExport() {
  const refresh = useRefreshExport()
  return useMutation({
    mutationFn: (id: string) => call(accountExportsRoutes.remove, { params: { id } }),
    onSettled: refresh,
  })
}

function useRefreshExport() {
  const queryClient = useQueryClient()
  return () => queryClient.invalidateQueries({ queryKey: [accountExportsRoutes.read.name] })
}
