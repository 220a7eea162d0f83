import { useMutation, useQueryClient } from '@tanstack/react-query'
import { trackingRoutes, type WireTrackingSettings } from '@terrace/contracts/tracking'
import { call } from '#web/lib/api-client.ts'
import { trackingSettingsQuery } from './queries.ts'

export function useChangeTrackingSettings() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (body: WireTrackingSettings) => call(trackingRoutes.changeSettings, { body }),
    onSuccess: ({ data }) => queryClient.setQueryData(trackingSettingsQuery().queryKey, data),
  })
}
