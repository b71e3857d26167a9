// Sums and the order of numbers that are stored as text. Below each line are the columns of its errors and the beginnings of their
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

// MARK: - Order

func o1() { _ = Invoice.where { $0.price < 10 } }
//                                       ^ cannot convert value of type 'SQLExpression<Decimal._Condition>' (aka 'SQLExpression<NoNumericOrder>')
func o2(limit: Decimal) { _ = Invoice.where { $0.id == 1 && $0.price >= limit } }
//                                                                   ^ cannot convert value of type 'SQLExpression<Decimal._Condition>' (aka 'SQLExpression<NoNumericOrder>')
func o3() { _ = Invoice.where { $0.discount < $0.price } }
//                                          ^ cannot convert value of type 'SQLExpression<NoNumericOrder._OrNull>' (aka 'SQLExpression<NoNumericOrder>')
func o4() { _ = Invoice.where { $0.price.lt(10) } }
//                                       ^ cannot convert value of type 'SQLExpression<Decimal._Condition>' (aka 'SQLExpression<NoNumericOrder>')
func o5() { _ = Invoice.where { $0.discount.between(1, and: 2) } }
//                                          ^ cannot convert value of type 'SQLExpression<NoNumericOrder._OrNull>' (aka 'SQLExpression<NoNumericOrder>')
func o6() { _ = Invoice.where { (1...2).contains($0.price) } }
//                                      ^ cannot convert value of type 'SQLExpression<Decimal._Condition>' (aka 'SQLExpression<NoNumericOrder>')
func o7() { _ = Invoice.order { ($0.id, $0.price) } }
//                              ^ 'buildExpression' is unavailable: text has no numeric order: use cast(as: Double.self)
func o8() { _ = Invoice.all.order { $0.discount } }
//                                  ^ 'buildExpression' is unavailable: text has no numeric order: use cast(as: Double.self)
func o9() { _ = Invoice.where { $0.price == 10 && $0.price.cast(as: Double.self) < 10 } }
