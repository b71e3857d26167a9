import DataLiteCore

/// A reference to a reader or a writer that costs nothing to copy, and that notices when its owner has
/// stopped or gone.
///
/// The standard library copies a container for each column, so a container has a link instead of a
/// reference that would be counted.
struct Link<Owner: AnyObject> {
    private let frame: UnsafeMutablePointer<LinkFrame>
    private let life: UInt64

    init(_ frame: UnsafeMutablePointer<LinkFrame>) {
        self.frame = frame
        life = frame.pointee.life
    }

    /// Whether the owner is still there, running or not, and the link has not been cut.
    @inline(__always)
    var isValid: Bool { frame.pointee.life == life }

    /// The owner; `nil` when it does not run.
    @inline(__always)
    var owner: Unmanaged<Owner>? { isValid ? validOwner : nil }

    /// The owner, when it is known to be there still; `nil` when it does not run.
    @inline(__always)
    var validOwner: Unmanaged<Owner>? {
        frame.pointee.owner.map { Unmanaged.fromOpaque($0) }
    }
}

/// What links point to. Its memory is used again but never freed.
struct LinkFrame {
    /// The number of the owner's life, or of a part of it; never the same twice.
    private(set) var life: UInt64 = 0

    /// The owner while it runs.
    private(set) var owner: UnsafeMutableRawPointer?

    private static let pool = FramePool<LinkFrame>()

    /// A frame for an owner, which gives it back when it goes.
    static func take() -> UnsafeMutablePointer<LinkFrame> { pool.take(LinkFrame()) }

    static func giveBack(_ frame: UnsafeMutablePointer<LinkFrame>) {
        frame.pointee.end()
        frame.pointee.cut()
        pool.giveBack(frame)
    }

    /// Lets the links find their owner.
    mutating func begin(_ owner: AnyObject) {
        self.owner = Unmanaged.passUnretained(owner).toOpaque()
    }

    /// Has the links find nobody.
    mutating func end() { owner = nil }

    /// Has the links that there are find nobody any more.
    mutating func cut() { life &+= 1 }
}
