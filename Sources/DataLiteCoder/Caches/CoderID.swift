/// Identifies a coder. What a cache has looked up with one coder is valid for that coder only.
///
/// A cache keeps the identity and not the coder, which may refer to what owns the cache. While the
/// identity is kept, no other coder has the same.
package final class CoderID: Sendable {}
