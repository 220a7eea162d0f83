/** Operations that send nothing. */
export const localOperations = [
  'addAlgoliaAgent',
  'clearCache',
  'generateSecuredApiKey',
  'getSecuredApiKeyRemainingValidity',
  'setClientApiKey',
]

const rules = 'The host interprets queries before it searches; an index has no rules.'
const clusters = 'One server has no clusters.'
const transformations = 'Transformations run in Algolia’s ingestion service.'
const abTests = 'A/B tests, which are not supported.'
const otherServices = 'Other services of Algolia, with hosts of their own.'

/** Operations that are not supported, with the reason. */
export const exceptions: Readonly<Record<string, string>> = {
  getRule: rules,
  saveRule: rules,
  saveRules: rules,
  initAbtesting: abTests,
  initAbtestingV3: abTests,
  assignUserId: clusters,
  batchAssignUserIds: clusters,
  getTopUserIds: clusters,
  getUserId: clusters,
  hasPendingMappings: clusters,
  listClusters: clusters,
  listUserIds: clusters,
  removeUserId: clusters,
  searchUserIds: clusters,
  partialUpdateObjectsWithTransformation: transformations,
  replaceAllObjectsWithTransformation: transformations,
  saveObjectsWithTransformation: transformations,
  initAnalytics: otherServices,
  initIngestion: otherServices,
  initInsights: otherServices,
  initMonitoring: otherServices,
  initPersonalization: otherServices,
  initQuerySuggestions: otherServices,
  initRecommend: otherServices,
}
