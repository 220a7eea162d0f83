import { useMutation, useQueryClient } from '@tanstack/react-query'
import { trackedRoutes, type WireTrackingSettings } from '@terrace/contracts/tracked-listings'
import { call } from '#web/lib/api-client.ts'
import { trackingSettingsQuery } from './queries.ts'

/** Says of what one is told from now on, and how. */
export function useChangeTrackingSettings() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (body: WireTrackingSettings) => call(trackedRoutes.changeSettings, { body }),
    onSuccess: ({ data }) => queryClient.setQueryData(trackingSettingsQuery().queryKey, data),
  })
}
