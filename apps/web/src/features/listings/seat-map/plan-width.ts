/** Widths of the plan in percent of the page. */
export const defaultPlanWidth = 30
export const minPlanWidth = 20
export const maxPlanWidth = 60
