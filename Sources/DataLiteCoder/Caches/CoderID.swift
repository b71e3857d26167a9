/// Identifies a coder. Cached lookups are valid only for the coder that made them.
///
/// Caches hold this instead of the coder, which may reference the cache's owner. An identity is
/// never reused while a cache holds it.
package final class CoderID: Sendable {}
