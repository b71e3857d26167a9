/// Tells coders apart, for those who remember what they have found out with one, and so keep this: there is
/// never another like it while they do. They do not keep the coder itself, which may hold what holds them,
/// and they would all live for ever.
final class CoderID: Sendable {}
