import DataLiteC
import Foundation

/// What a scalar function sets in addition to the value that it returns.
enum ResultAddition {
    case subtype(UInt8)
    case object(AnyObject)
    case zeros(UInt64)

    /// Call this after the result is set, which removes an earlier addition.
    func apply(to context: OpaquePointer?, _ link: CallbackLink) {
        switch self {
        case .subtype(let subtype): sqlite3_result_subtype(context, UInt32(subtype))
        case .object(let object):
            sqlite3_result_pointer(
                context, ObjectHolder(object, link).retainedPointer(), ObjectHolder.typeName,
                ObjectHolder.destroy)
        case .zeros(let count):
            // Not every version of SQLite sets the error.
            guard sqlite3_result_zeroblob64(context, count) != SQLITE_OK else { return }
            sqlite3_result_error_toobig(context)
        }
    }
}

/// The holder of an object, owned by SQLite, which releases it in the middle of a step, a reset or another call.
final class ObjectHolder {
    let object: AnyObject
    private let link: CallbackLink

    init(_ object: AnyObject, _ link: CallbackLink) {
        self.object = object
        self.link = link
    }

    func retainedPointer() -> UnsafeMutableRawPointer { Unmanaged.passRetained(self).toOpaque() }

    /// The destructor to register with the pointer.
    static let destroy: @convention(c) (UnsafeMutableRawPointer?) -> Void = { pointer in
        guard let pointer else { return }
        let holder = Unmanaged<ObjectHolder>.fromOpaque(pointer).takeRetainedValue()
        holder.link.releaseLater(holder.object)
    }

    /// The name that tells the pointers of this library from those of others. SQLite keeps the address.
    //
    // SAFETY: the text is never freed or changed.
    nonisolated(unsafe) static let typeName = UnsafePointer<CChar>(strdup("DataLite object"))

    /// The object of a value that is a pointer of this library.
    static func object(in value: OpaquePointer) -> AnyObject? {
        guard let pointer = sqlite3_value_pointer(value, typeName) else { return nil }
        return Unmanaged<ObjectHolder>.fromOpaque(pointer).takeUnretainedValue().object
    }
}
