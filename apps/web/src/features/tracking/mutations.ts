import { useMutation, useQueryClient } from '@tanstack/react-query'
import { trackedListingsRoutes, type WireTrackingSettings } from '@terrace/contracts/tracked-listings'
import { call } from '#web/lib/http/api-client.ts'
import { trackingSettingsQuery } from './queries.ts'

export function useChangeTrackingSettings() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (body: WireTrackingSettings) => call(trackedListingsRoutes.changeSettings, { body }),
    onSuccess: ({ data }) => queryClient.setQueryData(trackingSettingsQuery().queryKey, data),
  })
}
