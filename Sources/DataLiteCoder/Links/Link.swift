import DataLiteCore

/// A reference to a reader or a writer that does not keep it alive, and that notices when its owner has
/// stopped or gone.
struct Link<Owner: AnyObject> {
    private let frame: LinkFrame
    private let life: UInt64

    init(_ frame: LinkFrame) {
        self.frame = frame
        life = frame.life
    }

    /// Whether the owner is still there, running or not, and the link has not been cut.
    @inline(__always)
    var isValid: Bool { frame.life == life }

    /// The owner; `nil` when it does not run.
    @inline(__always)
    var owner: Unmanaged<Owner>? { isValid ? validOwner : nil }

    /// The owner, when it is known to be there still; `nil` when it does not run.
    @inline(__always)
    var validOwner: Unmanaged<Owner>? {
        frame.owner.map { Unmanaged.fromOpaque($0) }
    }
}

/// What links refer to. Each owner has its own, which lives as long as a link to it: a container that is
/// kept too long, and read on another thread, shares nothing with other owners.
final class LinkFrame {
    /// The number of the owner's life, or of a part of it; never the same twice.
    @exclusivity(unchecked) private(set) var life: UInt64 = 0

    /// The owner while it runs.
    @exclusivity(unchecked) private(set) var owner: UnsafeMutableRawPointer?

    /// Lets the links find their owner.
    func begin(_ owner: AnyObject) {
        self.owner = Unmanaged.passUnretained(owner).toOpaque()
    }

    /// Has the links find nobody.
    func end() { owner = nil }

    /// Has the links that there are find nobody any more.
    func cut() { life &+= 1 }
}
