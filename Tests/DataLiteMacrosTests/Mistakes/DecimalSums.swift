// Sums of numbers that are stored as text. Below each line are the columns of its errors and the beginnings of their
// messages.
import DataLiteMacros
import Foundation

@Table struct Invoice {
    let id: Int
    var price: Decimal
    var discount: Decimal?
}

func d1() { _ = Invoice.select { $0.price.sum() } }
//                                        ^ 'sum(distinct:filter:)' is unavailable: text is not added
func d2() { _ = Invoice.select { $0.discount.total() } }
//                                           ^ 'total(distinct:filter:)' is unavailable: text is not added
func d3() { _ = Invoice.select { $0.price.avg() } }
//                                        ^ 'avg(distinct:filter:)' is unavailable: text is not added
func d4() { _ = Invoice.select { $0.price.cast(as: Double.self).sum() } }
